import pytest

from sandbox.limits import Limits
from sandbox.process import ProcessSandbox
from sandbox.verdict import Reply
from tests.sandbox.bots import ECHO, program


@pytest.fixture
def sandbox():
    made = ProcessSandbox()
    yield made
    made.close()


def answers(sandbox, bot, *lines):
    session = sandbox.open(bot, limits=Limits())
    return [session.ask(line) for line in lines]


def test_a_program_answers_each_line_with_one(sandbox):
    replies = answers(sandbox, ECHO, b"one", b"two")

    assert [reply.line for reply in replies] == [b"one", b"two"]


def test_files_beside_main_can_be_imported_and_read(sandbox):
    main = "import helper\nprint(helper.WORD, open('helper.py').read()[:4], __name__, __file__[-7:])"

    (reply,) = answers(sandbox, program(main, helper="WORD = 'hearts'"), b"?")

    assert isinstance(reply, Reply)
    assert reply.line == b"hearts WORD __main__ main.py"
