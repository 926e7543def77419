import re

import pytest
from django.core.management import call_command

pytestmark = pytest.mark.django_db


def test_the_schema_is_valid_and_complete(tmp_path):
    call_command("spectacular", "--validate", "--fail-on-warn", "--file", str(tmp_path / "schema.yml"))

    assert "/api/v1/bots/{id}/versions" in (tmp_path / "schema.yml").read_text()


def test_the_documentation_asks_nothing_of_other_sites(client):
    page = client.get("/api/v1/docs").content.decode()

    assert re.findall(r"""(?:src|href)=["'](?:https?:)?//""", page) == []


def test_the_documentation_has_no_script_or_style_in_the_page(client):
    page = client.get("/api/v1/docs").content.decode()

    assert "<style" not in page
    assert all("src=" in tag for tag in re.findall(r"<script[^>]*>", page))


def test_the_documentations_script_names_the_schema(client):
    script = client.get("/api/v1/docs?script=")

    assert script["Content-Type"].startswith("application/javascript")
    assert "/api/v1/schema" in script.content.decode()
