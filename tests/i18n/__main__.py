"""`python -m tests.i18n`: update the catalogues with the sentences of the program, and compile them."""

import sys

from tests.i18n.catalogues import TRANSLATED, as_text, compiled_catalogue, folder, updated_catalogue


def main() -> int:
    """Write the catalogues; return 1 if a sentence is not translated, else 0."""
    missing = 0
    for code in TRANSLATED:
        catalogue = updated_catalogue(code)
        (folder(code) / "messages.po").write_bytes(as_text(catalogue))
        (folder(code) / "messages.mo").write_bytes(compiled_catalogue(catalogue))
        without = [message for message in catalogue if message.id and not _whole(message.string)]
        sys.stdout.write(f"{code}: {len(catalogue)} sentences, {len(without)} not translated\n")
        for message in without[:20]:
            sys.stdout.write(f"  {message.locations[0][0]}: {message.id}\n")
        missing += len(without)
    return 1 if missing else 0


def _whole(translation: object) -> bool:
    return all(translation) if isinstance(translation, tuple | list) else bool(translation)


if __name__ == "__main__":
    sys.exit(main())
