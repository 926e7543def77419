"""The catalogs hold all that is marked, in Norwegian, and are compiled; and what finds that out finds it."""

import pytest

from tests.language import catalogs
from tests.language.catalogs import DOMAINS, Domain
from tests.language.unmarked import in_file, in_python, in_template


@pytest.mark.parametrize("domain", DOMAINS, ids=lambda domain: f"{domain.app}-{domain.name}")
def test_a_catalog_is_complete_and_compiled(domain):
    assert list(catalogs.faults(domain)) == []


def test_no_two_catalogs_have_different_words_for_one_sentence():
    assert list(catalogs.disagreements()) == []


@pytest.mark.parametrize(
    ("term", "word"), [("seat rotation", "plassrotasjon"), ("deck sequence", "rekke kortstokker")]
)
def test_a_term_is_one_word_in_all_catalogs(term, word):
    said = [told for domain in DOMAINS for told in catalogs.told_of(domain, term)]
    assert said
    assert [told for told in said if word not in told] == []


def test_an_account_is_ended_and_not_left_like_a_place():
    assert catalogs.told_of(Domain("accounts", "django"), "Leave") == ["Avslutt kontoen"]


def test_different_words_for_one_sentence_are_found(tmp_path, monkeypatch):
    monkeypatch.setattr(catalogs, "SITE", tmp_path)
    for domain, word in zip(DOMAINS[:2], ("Hei", "Hallo"), strict=True):
        domain.po.parent.mkdir(parents=True)
        domain.po.write_text(f'msgid "Hello"\nmsgstr "{word}"\n')
    (found,) = catalogs.disagreements()
    assert found.startswith("'Hello' is ['Hei'] in accounts and ['Hallo'] in announcements")


@pytest.mark.parametrize("domain", DOMAINS, ids=lambda domain: f"{domain.app}-{domain.name}")
def test_all_that_a_reader_sees_is_marked(domain):
    found = {path.relative_to(catalogs.ROOT): in_file(path) for path in catalogs.sources(domain)}
    assert {path: words for path, words in found.items() if words} == {}


def made(tmp_path, monkeypatch, *, says, translated="", kept=None):
    """The faults of the catalog of one template, as it was kept before and translated then."""
    monkeypatch.setattr(catalogs, "SITE", tmp_path)
    monkeypatch.setattr(catalogs, "ROOT", tmp_path)
    monkeypatch.setattr(catalogs, "DOMAINS", (Domain("bots", "django"),))
    domain, page = catalogs.DOMAINS[0], tmp_path / "templates" / "bots" / "page.html"
    page.parent.mkdir(parents=True)
    page.write_text(kept or says)
    for message in (catalog := catalogs.update(domain)):
        if message.id:
            message.string = translated
    domain.po.write_bytes(catalogs.as_po(catalog))
    domain.po.with_suffix(".mo").write_bytes(catalogs.as_mo(catalog))
    page.write_text(says)
    return list(catalogs.faults(domain))


OTHER = '{% translate "Other" %}'
HELLO = '{% translate "Hello" %}'


def test_a_whole_catalog_has_no_fault(tmp_path, monkeypatch):
    assert made(tmp_path, monkeypatch, says=HELLO, translated="Hei") == []


def test_what_is_marked_and_not_kept_is_missed(tmp_path, monkeypatch):
    faults = made(tmp_path, monkeypatch, kept=OTHER, says=HELLO, translated="Annet")
    assert faults[0] == "bots/locale/nb/LC_MESSAGES/django.po lacks 'Hello'"


def test_what_nobody_says_any_more_is_found(tmp_path, monkeypatch):
    (fault,) = made(tmp_path, monkeypatch, kept=HELLO, says="", translated="Hei")
    assert fault.endswith("has 'Hello', which nobody says any more")


def test_what_is_not_translated_is_found(tmp_path, monkeypatch):
    (fault,) = made(tmp_path, monkeypatch, says=HELLO)
    assert fault.endswith("'Hello' is not translated")


@pytest.mark.parametrize(
    ("says", "translated"),
    [
        ("{% blocktranslate %}{{ name }} plays{% endblocktranslate %}", "%(navn)s spiller"),
        ("{% blocktranslate %}<b>Now</b>{% endblocktranslate %}", "<i>Nå</i>"),
        ('{% translate "about {number} s" %}', "omtrent s"),
    ],
)
def test_a_translation_that_loses_a_placeholder_or_a_tag_is_found(tmp_path, monkeypatch, says, translated):
    (fault,) = made(tmp_path, monkeypatch, says=says, translated=translated)
    assert "have not the same placeholders and tags" in fault


def test_known_translations_outlive_an_update(tmp_path, monkeypatch):
    made(tmp_path, monkeypatch, says=HELLO, translated="Hei")
    (_, message) = catalogs.update(catalogs.DOMAINS[0])
    assert message.string == "Hei"


@pytest.mark.parametrize(
    ("page", "found"),
    [
        ("<p>Hello {{ name }}</p>", ["Hello ¤"]),
        ('<a title="Your account">{{ name }}</a>', ["Your account"]),
        ('<input placeholder="Code {{ code }}">', ["Code ¤"]),
        ("{% if a %}<p>yes{% else %}<p>no{% endif %}</p>", ["yes¤", "no¤"]),
        ("<p>{% translate 'Hello' %}</p>", []),
        ("<p>{% blocktranslate %}Hello <b>you</b>{% endblocktranslate %}</p>", []),
        ("{% comment %}not seen{% endcomment %}{# nor this #}", []),
        ("<code>hello</code><b translate='no'>Bokmål</b>", []),
        ("<p>CPU 12 ms · Tenfold</p>", []),
        ("{% block title %}{% translate 'Rules' %} · Tenfold{% endblock %}", []),
        ('<meta name="viewport" content="width=device-width">', []),
        ('<meta name="description" content="A league">', ["A league"]),
        ('<meta property="og:type" content="website">', []),
        ('<meta property="og:title" content="A game">', ["A game"]),
    ],
)
def test_words_of_a_template_outside_a_mark_are_found(page, found):
    assert in_template(page) == found


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('raise Refused("No such bot.")', ["No such bot."]),
        ('raise Refused(f"No bot {name}.")', ["f'No bot {name}.'"]),
        ('raise Refused(_("No bot %(name)s.") % {"name": name})', []),
        ('raise Refused(gettext("No such bot."))', []),
        ('forms.CharField(label="Name")', ["Name"]),
        ('forms.CharField(label=_("Name"))', []),
        ('log.warning("cache not reached")', []),
        ("words = f\"{name}, {gettext('house bot')}\"", ["f\"{name}, {gettext('house bot')}\""]),
        ("words = f'{name}, {gettext(word)}'", []),
        ("sides = SideSerializer(many=True, help_text='The higher seed first.')", []),
        ('models.TextField(help_text="Why it was refused.")', []),
        ('serializers.IntegerField(help_text="Its index in the match.")', []),
    ],
)
def test_sentences_of_python_outside_a_mark_are_found(source, found):
    assert in_python(source) == found
