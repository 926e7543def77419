"""Every form of the site, sent twice as by a double click, and with something wrong in it."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection, transaction

from tests.tenfold.form_routes import FORMS, Filling, Saying, a_scene_of_forms
from tests.tenfold.pages.html_forms import Form, forms_of
from tests.tenfold.routes import ADDRESSES, Scene
from tests.tenfold.test_routes import rows as table_of_routes

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nudges", "nothing_remembered")]

# What one types where it matters to nobody what.
TYPED = {"number": "7", "datetime-local": "2030-01-01T12:00"}
# Of who comes and goes, not of what the site is for.
KEPT_ASIDE = {"django_session", "axes_accessattempt"}
SENTENCE = re.compile(r"[A-Z][^.]+\.")


@contextmanager
def undone(scene: Scene, role: str) -> Iterator[Any]:
    """The browser of this role; what it does is undone."""
    cache.clear()
    client = scene.browser(role)
    cookies = copy(client.cookies)
    with transaction.atomic():
        yield client
        transaction.set_rollback(True)
    client.cookies = cookies


def stored() -> dict[str, list[str]]:
    """Every row of the database, by table."""
    tables = sorted({*connection.introspection.table_names()} - KEPT_ASIDE)
    rows = " UNION ALL ".join(f"SELECT '{table}', t::text FROM \"{table}\" t" for table in tables)
    with connection.cursor() as cursor:
        cursor.execute(rows)
        found = sorted(cursor.fetchall())
    return {table: [text for of, text in found if of == table] for table in tables}


def changed(before: dict[str, list[str]], after: dict[str, list[str]]) -> list[str]:
    return [table for table in before if before[table] != after[table]]


def the_form(answer: Any, page: str, path: str) -> tuple[str, Form]:
    """The one of the page that leads to the path, after where it is sent; of several alike the first."""
    for form in forms_of(answer.content.decode(), address=page):
        if address := form.leads_to(path):
            return address, form
    pytest.fail(f"no form on {page} ({answer.status_code}) leads to {path}")


def opened(client: Any, scene: Scene, filling: Filling) -> tuple[str, Form]:
    """Where the form is sent, and what stands in it."""
    path = ADDRESSES[filling.route](scene)[0].partition("?")[0]
    page = filling.page(scene)
    address, form = the_form(client.get(page), page, path)
    if filling.asks:
        address, form = the_form(client.post(address, form.sent), address, path)
    return address, form


def sent_twice(scene: Scene, filling: Filling | Saying) -> Iterator[str]:
    """What is wrong with how the site takes it."""
    with undone(scene, filling.role) as client:
        filling.first(scene)
        if isinstance(filling, Saying):
            address, more = ADDRESSES[filling.route](scene)[0], {"content_type": "application/json"}
            sent: dict[str, Any] = filling.says
        else:
            address, form = opened(client, scene, filling)
            sent, more = form.sent, {}
        states, answers = [stored()], []
        for _ in range(2):
            typed = filling.typed(scene)  # anew, since a file is read to its end
            answers.append(client.post(address, sent | typed, **more))
            states.append(stored())
    first, second = answers
    if first.status_code >= 400 or (not filling.reads and not changed(*states[:2])):
        yield f"is no valid one: {first.status_code} {first.content.decode()[:300]}"
    if again := changed(*states[1:]):
        yield f"the second one changes {again}"
    if second.status_code >= 500:
        yield f"the second one is answered {second.status_code}"
    if second.status_code >= 400 and not SENTENCE.search(second.content.decode()):
        yield f"the second one is refused without a word: {second.status_code}"


def test_every_form_is_sent():
    taking = {route for method, route in table_of_routes() if method == "POST"}
    assert {route for route in taking if not route.startswith("api/")} == {form.route for form in FORMS}


def test_a_form_sent_twice_does_its_work_once():
    scene = a_scene_of_forms()
    wrong = [f"{form.route}: {each}" for form in FORMS for each in sent_twice(scene, form)]
    assert not wrong, "\n".join(wrong)


def lost(scene: Scene, filling: Filling) -> Iterator[str]:
    """What one has typed or chosen for nothing, if something is wrong in the form."""
    with undone(scene, filling.role) as client:
        filling.first(scene)
        address, form = opened(client, scene, filling)
        if (form.texts or form.offers) and filling.wrong is None:
            yield "say what would be wrong in it"
        if not filling.wrong:
            return
        typed: dict[str, Any] = {
            name: TYPED.get(kind, f"typed as {name}") for name, kind in form.texts.items()
        }
        typed |= {name: offered[-1] for name, offered in form.offers.items()}  # the first ones stand there
        given = filling.typed(scene) | filling.wrong
        typed |= {name: given[name] for name in typed if name in given}
        before = stored()
        answer = client.post(address, form.sent | typed | given, follow=True)
        if changes := changed(before, stored()):
            yield f"is no wrong one: it changes {changes}"
    path = address.partition("?")[0]
    page = answer.redirect_chain[-1][0] if answer.redirect_chain else address
    back = [one for one in forms_of(answer.content.decode(), address=page) if one.leads_to(path)]
    if not back:
        yield f"{answer.status_code}, and the form is gone"
    elif missing := min((unlike(one, typed) for one in back), key=len):
        yield f"is gone: {missing}"


def unlike(form: Form, typed: dict[str, Any]) -> list[str]:
    """The fields in which something else stands than what was typed or chosen."""
    meant = {name: value if isinstance(value, list) else [value] for name, value in typed.items()}
    return [name for name, values in meant.items() if form.sent.get(name, []) != [*map(str, values)]]


def test_what_was_typed_and_chosen_stands_there_again_when_something_was_wrong():
    scene = a_scene_of_forms()
    forms = [form for form in FORMS if isinstance(form, Filling) and not form.script]
    wrong = [f"{form.route}: {each}" for form in forms for each in lost(scene, form)]
    assert not wrong, "\n".join(wrong)
