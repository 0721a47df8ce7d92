"""The page on the laptop: the table as it looks, what happens on it in words, and a seat for a visitor.

`app.run(source, port=..., open_browser=...)` serves it; a `source.TableSource` is what it shows. Nothing is imported
here: much of it is of use where no page is served.
"""
