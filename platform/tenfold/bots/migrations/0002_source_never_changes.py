"""A version's source is what its matches were played with: the database refuses to change it."""

from django.db import migrations

FORBID = """
CREATE FUNCTION tenfold_version_never_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the source of version % never changes; submit a new version', OLD.id
        USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER version_never_changes BEFORE UPDATE ON bots_botversion FOR EACH ROW
    WHEN (ROW(OLD.source, OLD.sha256, OLD.filename, OLD.number, OLD.bot_id)
        IS DISTINCT FROM ROW(NEW.source, NEW.sha256, NEW.filename, NEW.number, NEW.bot_id))
    EXECUTE FUNCTION tenfold_version_never_changes();
"""
ALLOW = """
DROP TRIGGER version_never_changes ON bots_botversion;
DROP FUNCTION tenfold_version_never_changes();
"""


class Migration(migrations.Migration):
    dependencies = [("bots", "0001_initial")]
    operations = [migrations.RunSQL(FORBID, ALLOW)]
