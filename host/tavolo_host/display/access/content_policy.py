"""What browsers may do with an answer: run and load only what comes from this server, and show it in no other page.

A page that frames the table could place its own buttons over it, and so have visitors click there without knowing.
"""

from starlette.datastructures import Headers

_POLICY = {
    "default-src": "'self'",  # also for sockets
    "script-src": "'self' 'unsafe-inline' 'unsafe-eval'",  # NiceGUI's page has scripts, and Vue compiles templates
    "style-src": "'self' 'unsafe-inline'",
    "img-src": "'self'",
    "connect-src": "'self'",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
}
HEADERS = [  # of every answer, also of errors
    ("Content-Security-Policy", "; ".join(f"{kind} {allowed}" for kind, allowed in _POLICY.items())),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
]


def is_foreign(headers: Headers) -> bool:
    """Return whether a page of another site makes this request, and not a visitor who follows a link from there.

    Browsers say so in requests to this computer (https://www.w3.org/TR/fetch-metadata/). They send no such headers to
    other addresses without encryption, and other programs send none at all.
    """
    if headers.get("sec-fetch-site", "none") in ("none", "same-origin"):
        return False
    is_followed = (headers.get("sec-fetch-mode"), headers.get("sec-fetch-dest")) == ("navigate", "document")
    return not is_followed or "sec-purpose" in headers  # which is a page that is fetched before anybody asks for it
