"""Who may rule: whoever organizes the competition. What was ruled is read by all who see it."""

import rules

from tenfold.competitions.permissions import can_see, organizes

RULES = {
    "rulings.view_rulings": can_see,
    "rulings.rule": organizes | rules.is_staff,
}
for name, rule in RULES.items():
    rules.set_perm(name, rule)
