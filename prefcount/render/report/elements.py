"""Trees of elements for SVG and HTML: text is text by construction, and never markup."""

from xml.etree.ElementTree import Element, SubElement

SVG = "http://www.w3.org/2000/svg"


def add(parent: Element, tag: str, text: str = "", **attributes: object) -> Element:
    """Append an element with its text; underscores in the names of attributes are hyphens.

    Each one ends its line, so that a file can be compared line by line; where blanks would be
    seen, `inline` adds it without.
    """
    child = inline(parent, tag, text, **attributes)
    child.tail = "\n"
    return child


def inline(parent: Element, tag: str, text: str = "", **attributes: object) -> Element:
    """Append an element inside a line of text."""
    child = SubElement(parent, tag, {_name(name): str(value) for name, value in attributes.items()})
    if text:
        child.text = text
    return child


def _name(name: str) -> str:
    return name.rstrip("_").replace("_", "-")
