"""HTML of the page: text and attributes are escaped, elements are not."""

from markupsafe import Markup

from tavolo_host.display.tags import heading, joined, tag


def test_text_and_attributes_are_escaped_and_elements_are_not() -> None:
    bold = tag("b", 3, " < ", "4 & 5")
    assert bold == "<b>3 &lt; 4 &amp; 5</b>"
    assert tag("p", bold, class_="a b", data_place='"x"', title="<i>") == (
        '<p class="a b" data-place="&#34;x&#34;" title="&lt;i&gt;"><b>3 &lt; 4 &amp; 5</b></p>'
    )
    assert joined("<", bold, Markup("<br>")) == f"&lt;{bold}<br>"
    assert heading("A & B", "<") == '<h2>A &amp; B<span class="aside">&lt;</span></h2>'
