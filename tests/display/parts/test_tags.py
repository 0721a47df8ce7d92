"""HTML of the page and its pictures: text and attributes are escaped, elements are not."""

from markupsafe import Markup

from tavolo_host.display.parts.tags import drawn, heading, joined, tag


def test_text_and_attributes_are_escaped_and_elements_are_not() -> None:
    bold = tag("b", 3, " < ", "4 & 5")
    assert bold == "<b>3 &lt; 4 &amp; 5</b>"
    assert tag("p", bold, class_="a b", data_place='"x"', title="<i>") == (
        '<p class="a b" data-place="&#34;x&#34;" title="&lt;i&gt;"><b>3 &lt; 4 &amp; 5</b></p>'
    )
    assert joined("<", bold, Markup("<br>")) == f"&lt;{bold}<br>"
    assert heading("A & B", "<") == '<h2>A &amp; B<span class="aside">&lt;</span></h2>'


def test_a_part_of_a_picture_is_placed_and_escapes_words_that_have_been_an_element_before() -> None:
    line = drawn("path", d="M0 0", at=(1.0, 2.25), turn=90, scale=0.5, class_=None, data_place='"x"')
    assert line == '<path transform="translate(1 2.25) rotate(90) scale(0.5)" d="M0 0" data-place="&#34;x&#34;"/>'
    assert drawn("g", Markup("<b>")) == "<g><b></g>"
    assert drawn("g", "<b>") == "<g>&lt;b&gt;</g>"
    assert drawn("circle", r=9.99999) == drawn("circle", r=10) == '<circle r="10"/>'
