"""The API's documentation as a page: Swagger UI from our own files, nothing fetched from elsewhere."""

from csp.decorators import csp_update
from django.utils.decorators import method_decorator
from drf_spectacular.views import SpectacularSwaggerSplitView


# Swagger UI sets style attributes by script as it draws.
@method_decorator(csp_update({"style-src": ["'unsafe-inline'"]}), name="dispatch")
class DocsView(SpectacularSwaggerSplitView):
    url_name = "api_schema"
    template_name = "api/docs.html"
