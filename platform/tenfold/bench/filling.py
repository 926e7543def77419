"""Rows by the million: one INSERT ... SELECT for a table, whatever columns it has."""

from django.core.management.color import no_style
from django.db import connection, models


def fill(model: type[models.Model], rows: str, **columns: str) -> None:
    """Insert a row of `model` for each row of `rows` (SQL, as it stands after FROM).

    `columns` are SQL expressions by the name of the column. A field that is not named takes its default, so
    that a field which the model gets later needs no word here.
    """
    meta = model._meta  # noqa: SLF001 - Django's documented way to a model's fields
    fields = [field for field in meta.concrete_fields if field.column in columns or not field.primary_key]
    assert columns.keys() <= {field.column for field in fields}, (
        f"{model.__name__} has not all of {[*columns]}"
    )
    by_default = [field for field in fields if field.column not in columns]
    values = [field.get_db_prep_save(field.get_default(), connection) for field in by_default]
    given = {column: expression.replace("%", "%%") for column, expression in columns.items()}
    expressions = [given.get(str(field.column), "%s") for field in fields]
    names = ", ".join(f'"{field.column}"' for field in fields)
    query = f'INSERT INTO "{meta.db_table}" ({names}) SELECT {", ".join(expressions)} FROM {rows}'  # noqa: S608 - our own words
    with connection.cursor() as cursor:
        cursor.execute(query, values)


def settled(*filled: type[models.Model]) -> None:
    """After ids were given by hand: let sequences go on behind them, and the planner know the tables."""
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), list(filled)):
            cursor.execute(statement)
        for model in filled:
            cursor.execute(f'VACUUM (ANALYZE) "{model._meta.db_table}"')  # noqa: SLF001 - as above
