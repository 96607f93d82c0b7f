"""`python -m tests.i18n`: update the catalogues with the sentences of the program, and compile them.

A change updates the Russian catalogue. A release updates all of them (`--all`).
"""

import sys
from argparse import ArgumentParser

from prefcount.languages import LANGUAGES
from tests.i18n.catalogues import (
    LEADING,
    TRANSLATED,
    as_text,
    compiled_catalogue,
    folder,
    is_translated,
    translated_share,
    updated_catalogue,
)


def main() -> int:
    """Write the catalogues; return 1 if a sentence is missing in a complete language, else 0."""
    parser = ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("codes", nargs="*", metavar="CODE", help=f"a language; default: {LEADING[1]}")
    parser.add_argument("--all", action="store_true", help="all languages, as before a release")
    parser.add_argument(
        "--missing", type=int, default=20, metavar="COUNT", help="print so many missing sentences"
    )
    options = parser.parse_args()
    failed = 0
    for code in options.codes or (TRANSLATED if options.all else LEADING[1:]):
        catalogue = updated_catalogue(code)
        (folder(code) / "messages.po").write_bytes(as_text(catalogue))
        (folder(code) / "messages.mo").write_bytes(compiled_catalogue(catalogue))
        missing = [message for message in catalogue if message.id and not is_translated(message)]
        share, stated = int(translated_share(catalogue)), LANGUAGES[code].translated
        sys.stdout.write(f"{code}: {len(catalogue)} sentences, {len(missing)} not translated ({share} %)\n")
        for message in missing[: options.missing]:
            sys.stdout.write(f"  {message.locations[0][0]}: {message.id}\n")
        if share > stated:
            sys.stdout.write(f"  set `translated` in {folder(code)}/__init__.py to {share}, now {stated}\n")
        failed += stated == 100 and bool(missing)
    if not (options.codes or options.all):
        waiting = ", ".join(code for code in TRANSLATED if code not in LEADING)
        sys.stdout.write(f"{waiting}: not updated; they may wait for the next release (--all updates them)\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
