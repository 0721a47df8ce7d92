"""Days and times in the current language."""

from datetime import datetime, timedelta

from babel.dates import format_date

from tavolo_host.texts.language import _, spoken


def day_and_time(moment: datetime, now: datetime) -> str:
    """Return when that was, seen from `now`, both in local time: "yesterday 21:40", "3 Nov 2026 21:40"."""
    days = {now.date(): _("today"), now.date() - timedelta(days=1): _("yesterday")}
    day = days.get(moment.date()) or format_date(moment, "d MMM y", locale=spoken())
    return f"{day} {moment:%H:%M}"
