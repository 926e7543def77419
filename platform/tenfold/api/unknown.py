"""What is below `/api/` and no address of it: the API's answer and not the site's page."""

from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.views import APIView


class UnknownView(APIView):
    """404 to every method, whoever asks."""

    schema = None
    authentication_classes = ()
    permission_classes = ()

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        super().initial(request, *args, **kwargs)
        raise NotFound(f"The API has nothing at {request.path:.200}. What it has stands at /api/v1/docs.")
