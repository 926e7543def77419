"""What bots run in: chosen where there is a choice, and no bot comes to play where it lacks something."""

from dataclasses import replace

import pytest
from django.core.cache import cache

from tenfold.bots import checking
from tenfold.bots.models import Bot, BotVersion, VersionState
from tenfold.bots.services import activate_version
from tenfold.competitions.admission import approve
from tenfold.competitions.choices import Admission, Image
from tenfold.competitions.editing import edit_competition
from tenfold.competitions.models import Entry
from tenfold.competitions.pairing import playable
from tenfold.competitions.services import create_competition, enter
from tenfold.matches import sandboxes
from tenfold.matches.models import Match
from tenfold.matches.outlook import waiting_of
from tenfold.matches.requested import request_match
from tenfold.matches.trials import schedule_trial
from tenfold.refusal import Refused
from tenfold.tables.playing import play_on
from tests.builders import (
    DOCKER,
    NO_DOCKER,
    SHORT,
    TEN_LINES,
    a_bot,
    a_competition,
    a_match,
    a_round,
    a_table,
    a_user,
    a_version,
    an_entry,
)
from tests.tenfold.drafts.scenes import a_draft, played
from tests.tenfold.pages.scenes import reader
from tests.tenfold.tables.test_services import played_turn

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nudges")]

WITH_NUMPY = b"import numpy\n" + TEN_LINES


@pytest.fixture(autouse=True)
def two_images(settings):
    settings.BOT_IMAGE_NUM = "an image with numpy"


@pytest.fixture
def found(monkeypatch, settings):
    """What a worker finds on its machine, by image."""
    settings.SANDBOX = "auto"
    larger = replace(DOCKER, image="sha256:" + "cd" * 32, modules=DOCKER.modules | {"numpy"})
    by_image = {Image.PLAIN: DOCKER, Image.NUMPY: larger}
    monkeypatch.setattr(sandboxes, "_docker", by_image.__getitem__)
    return by_image


def needy(bot: Bot | None = None) -> BotVersion:
    """A ready version that imports numpy, and is its bot's active one."""
    return a_version(bot=bot, needs="numpy")


def checked(source: bytes) -> BotVersion:
    version = a_version(source=source, state=VersionState.RECEIVED)
    checking.check(version_id=version.pk)
    version.refresh_from_db()
    return version


@pytest.mark.parametrize(
    ("source", "needs", "image"), [(TEN_LINES, "", Image.PLAIN), (WITH_NUMPY, "numpy", Image.NUMPY)]
)
def test_an_upload_is_tried_in_the_first_image_that_has_what_it_imports(found, source, needs, image):
    version = checked(source)

    assert (version.state, version.needs) == (VersionState.TRIAL, needs)
    assert version.trials.get().image == image


def test_an_upload_that_imports_what_no_image_has_is_refused_with_that_and_not_with_numpy(found):
    version = checked(b"import numpy\nimport pandas\n" + TEN_LINES)

    assert version.state == VersionState.REFUSED
    assert "pandas is not in" in version.reason


def test_where_there_is_no_image_with_numpy_an_upload_that_imports_it_is_refused(found, settings):
    settings.BOT_IMAGE_NUM = ""

    assert "numpy is not in" in checked(WITH_NUMPY).reason


def test_an_image_that_cannot_run_is_told_as_the_reason_and_holds_up_no_other_upload(found):
    found[Image.NUMPY] = NO_DOCKER

    assert "No bot can run in the image with numpy: no Docker" in checked(WITH_NUMPY).reason
    assert checked(TEN_LINES).state == VersionState.TRIAL


def test_a_bot_enters_only_where_the_image_has_what_it_imports():
    version = needy()
    plain, numpy = a_competition(name="Cup"), a_competition(image=Image.NUMPY)

    assert enter(competition=numpy, bot=version.bot, by=version.bot.owner).state == Entry.State.ACTIVE
    with pytest.raises(Refused, match="imports numpy, which the image of Cup has not"):
        enter(competition=plain, bot=version.bot, by=version.bot.owner)


def test_a_bot_that_asks_and_has_come_to_need_more_is_not_let_in():
    competition = a_competition(name="Cup", admission=Admission.APPROVAL)
    bot = a_version().bot
    entry = enter(competition=competition, bot=bot, by=bot.owner)
    needy(bot)
    entry = Entry.objects.get(pk=entry.pk)

    with pytest.raises(Refused, match="which the image of Cup has not"):
        approve(entry=entry, by=competition.organizer)


def test_a_new_version_that_needs_more_benches_its_bot_there_until_one_that_does_not():
    before = a_version()
    bot = before.bot
    plain = an_entry(competition=a_competition(name="Cup"), bot=bot)
    elsewhere = an_entry(competition=a_competition(image=Image.NUMPY), bot=bot)

    activate_version(bot=bot, version=needy(bot), by=bot.owner)

    plain.refresh_from_db()
    elsewhere.refresh_from_db()
    assert (plain.state, elsewhere.state) == (Entry.State.BENCHED, Entry.State.ACTIVE)
    assert "imports numpy, which the image of Cup has not" in plain.reason
    with pytest.raises(Refused, match="which the image of Cup has not"):
        enter(competition=plain.competition, bot=bot, by=bot.owner)

    activate_version(bot=bot, version=before, by=bot.owner)
    plain.refresh_from_db()
    assert plain.state == Entry.State.ACTIVE


@pytest.mark.parametrize(("image", "plays"), [(Image.PLAIN, False), (Image.NUMPY, True)])
def test_no_round_takes_an_entry_whose_bot_lacks_something_there(image, plays):
    entry = an_entry(competition=a_competition(image=image))
    needy(entry.bot)  # and nobody has benched it

    assert playable(entry.competition).exists() is plays


@pytest.mark.parametrize("image", Image)
def test_a_round_is_played_in_its_competitions_image(image):
    assert a_match(round_=a_round(competition=a_competition(image=image))).image == image


def test_a_match_that_is_asked_for_is_played_where_all_of_its_bots_can():
    me = a_user()
    mine, other = needy(a_bot(owner=me)), a_version(bot=a_bot(owner=me))

    images = [
        request_match(by=me, versions=versions, blocks=1, rules=SHORT).image
        for versions in ([mine, other], [other, other])
    ]

    assert images == [Image.NUMPY, Image.PLAIN]


def test_a_trial_is_played_where_its_opponent_can_play_too():
    needy(a_bot(name="greedy", house=True))
    trial = schedule_trial(version=a_version(state=VersionState.CHECKING))

    assert trial is not None
    assert trial.image == Image.NUMPY


@pytest.fixture
def made(found, monkeypatch):
    """The images of the sandboxes that a worker makes; it gets none of them."""
    images = []

    def make(choice):
        images.append(choice.image)
        raise sandboxes.NotAllowed("a test only looks")

    monkeypatch.setattr(sandboxes, "make", make)
    return images


@pytest.mark.parametrize(("source", "image"), [(TEN_LINES, Image.PLAIN), (WITH_NUMPY, Image.NUMPY)])
def test_a_test_game_is_played_in_the_first_image_that_has_what_the_draft_imports(made, source, image):
    played(a_draft(source))

    assert made == [image]


@pytest.mark.parametrize(("needs", "image"), [("", Image.PLAIN), ("numpy", Image.NUMPY)])
def test_a_persons_table_is_played_where_its_bots_can_play(made, needs, image):
    bots = [a_version(bot=a_bot(house=True), needs=each) for each in ("", needs)]

    play_on(table_id=played_turn(a_table(bots=bots)).pk)

    assert made == [image]


def test_an_image_that_the_site_has_not_is_not_chosen(settings):
    settings.BOT_IMAGE_NUM = ""

    with pytest.raises(Refused, match="This site has no image with numpy"):
        create_competition(organizer=a_user(), name="Cup", image="numpy")


def test_a_competition_keeps_an_image_that_the_site_has_no_more(settings):
    competition = a_competition(image=Image.NUMPY)
    settings.BOT_IMAGE_NUM = ""

    changed = edit_competition(
        competition=competition, by=competition.organizer, changes={"name": "Another", "rule_set": {}}
    )

    assert (changed.name, changed.image) == ("Another", Image.NUMPY)


def test_the_image_is_not_taken_away_from_bots_that_need_it():
    competition = a_competition(image=Image.NUMPY)
    version = needy()
    enter(competition=competition, bot=version.bot, by=version.bot.owner)

    with pytest.raises(Refused, match=f"bots that are in need: {version.bot} imports numpy"):
        edit_competition(competition=competition, by=competition.organizer, changes={"image": "plain"})


def test_a_match_waits_for_a_worker_that_has_its_image_and_says_so():
    match = a_match(round_=a_round(competition=a_competition(image=Image.NUMPY)))
    Match.objects.filter(pk=match.pk).update(announced_at=None)
    cache.set(sandboxes.PUBLISHED, {"runs": "docker", "reason": "", "machine": "here"}, timeout=60)
    try:
        assert "No worker has been heard of lately that has the image" in waiting_of(match).quoted
    finally:
        cache.delete(sandboxes.PUBLISHED)


@pytest.mark.parametrize("image", Image)
def test_the_pages_name_an_image_that_has_more_than_the_plain_one(image):
    competition = a_competition(image=image)
    address = competition.get_absolute_url()

    facts = reader().get(address).content.decode()
    rules = reader().get(f"{address}rules/").content.decode()

    named = image == Image.NUMPY
    assert ("Python with numpy" in facts) is named
    assert ("Bots run in an image with numpy" in rules) is named


@pytest.mark.parametrize(("name", "choice"), [("an image", True), ("", False)])
def test_where_there_is_one_image_the_forms_offer_no_choice(settings, name, choice):
    settings.BOT_IMAGE_NUM = name
    competition = a_competition()
    client = reader(competition.organizer)

    for address in ("/competitions/new/", f"{competition.get_absolute_url()}settings/"):
        page = client.get(address).content.decode()
        assert ('name="image"' in page) is choice, address
