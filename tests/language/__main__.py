"""`python -m tests.language update|check|unmarked [APP…]`: the catalogs of translations."""

import sys

from tests.language.catalogs import DOMAINS, ROOT, faults, sources, update
from tests.language.unmarked import in_file


def main(command: str, *apps: str) -> int:
    domains = [domain for domain in DOMAINS if not apps or domain.app in apps]
    if command == "update":
        for domain in domains:
            update(domain)
    wrong = [fault for domain in domains if command != "unmarked" for fault in faults(domain)]
    if command == "unmarked":
        wrong = [
            f"{path.relative_to(ROOT)}: {words}"
            for domain in domains
            for path in sources(domain)
            for words in in_file(path)
        ]
    print("\n".join([*wrong, f"{len(wrong)} to mend" if wrong else "All is said."]))  # noqa: T201 - a command
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
