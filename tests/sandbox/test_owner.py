import subprocess
import sys
from dataclasses import replace

import pytest

from sandbox.owner import Owner


def owner_of_a_child():
    code = "from sandbox.owner import Owner; print(Owner.me())"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return Owner.parse(told.stdout.strip())


def test_an_owner_survives_being_written_down():
    assert Owner.parse(str(Owner.me())) == Owner.me()


def test_this_process_is_not_gone():
    assert not Owner.me().gone()


def test_a_process_that_ended_is_gone():
    assert owner_of_a_child().gone()


def test_a_later_process_with_the_same_number_is_another():
    assert replace(Owner.me(), started=Owner.me().started - 1).gone()


def test_of_a_process_elsewhere_nobody_here_knows():
    assert not replace(owner_of_a_child(), place="elsewhere|pid:[1]").gone()


@pytest.mark.parametrize("text", ["", "a|b|c", "1|2"])
def test_what_is_no_owner_is_refused(text):
    with pytest.raises(ValueError, match=r"."):
        Owner.parse(text)
