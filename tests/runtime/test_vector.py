"""What every picture is written with: numbers are rounded, words escaped."""

from xml.etree import ElementTree

import pytest
import svg

from tavolo_host.vector import document, written


@pytest.mark.parametrize(
    ("value", "text"),
    [(1.0, "1"), (0.1 + 0.2, "0.3"), (12.34567, "12.3457"), (-0.00001, "0"), (1e-7, "0"), (10, "10")],
)
def test_a_number_is_rounded_wherever_it_stands(value: float, text: str) -> None:
    elements = [
        svg.Circle(cx=value),
        svg.Polygon(points=[svg.Point(value, value)]),
        svg.Path(d=[svg.LineTo(value, value)]),
        svg.G(transform=[svg.Translate(value, value)], elements=[svg.Rect(width=svg.Length(value, "mm"))]),
        svg.SVG(xmlns=None, viewBox=svg.ViewBoxSpec(value, value, value, value), data={"scale": value}),
    ]
    assert written(*elements) == (
        f'<circle cx="{text}"/><polygon points="{text},{text}"/><path d="L {text} {text}"/>'
        f'<g transform="translate({text} {text})"><rect width="{text}mm"/></g>'
        f'<svg viewBox="{text} {text} {text} {text}" data-scale="{text}"/>'
    )


def test_words_are_escaped_wherever_they_stand() -> None:
    words = """<b> & "Ada's" """
    text = svg.Text(text=words, id=words, class_=[words], data={"label": words}, extra={"aria-label": words})
    read = ElementTree.fromstring(written(svg.G(elements=[text])))[0]
    assert [read.text, *read.attrib.values()] == [words] * 5


def test_a_document_begins_with_its_title_and_has_an_element_a_line() -> None:
    picture = svg.SVG(width=svg.Length(10.0, "mm"), elements=[svg.G(elements=[svg.Circle(r=1)])])
    assert document(picture, "Slot & card").splitlines() == [
        '<svg xmlns="http://www.w3.org/2000/svg" width="10mm">',
        "<title>Slot &amp; card</title>",
        "<g>",
        '<circle r="1"/>',
        "</g>",
        "</svg>",
    ]
