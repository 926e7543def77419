"""Logs as an operator greps them."""

import contextlib
import json
import logging

import pytest

from tenfold.logs import logging_config


@pytest.fixture(autouse=True)
def logging_as_before():
    yield
    logging_config(json=True)


def test_a_line_is_one_json_object_with_the_error_in_it(capsys):
    logging_config(json=True)
    with contextlib.suppress(ZeroDivisionError):
        _fail()

    line = json.loads(capsys.readouterr().err)

    assert (line["event"], line["level"]) == ("attempt 3 failed", "error")
    assert "ZeroDivisionError" in line["exception"]


def _fail() -> None:
    try:
        _ = 1 / 0
    except ZeroDivisionError:
        logging.getLogger("tenfold.example").exception("attempt %s failed", 3)
        raise


@pytest.mark.django_db
def test_the_id_in_a_problem_document_is_in_the_log(client, caplog):
    with caplog.at_level(logging.INFO):
        problem = client.get("/api/v1/bots/999999").json()

    assert problem["instance"].removeprefix("urn:request:") in caplog.text
