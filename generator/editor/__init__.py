"""The editor's desk: where a text stands, on which dates, what an edit changes, how the whole measures."""
