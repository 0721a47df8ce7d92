"""Who gets in: names of the server, browsers and their secrets, invitations, and limits of connections and pages."""
