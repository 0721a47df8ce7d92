"""The page on the laptop: a picture of the table, what happens on it in words, and a seat for a visitor.

`app.run(source, port=..., open_browser=...)` serves a `source.TableSource`. Nothing is imported here, because much of
the package is also used without a page.
"""
