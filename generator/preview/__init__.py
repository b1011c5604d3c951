"""The preview: any page as it would be built now, with the place of each text, for editors.

In: the folders of content and templates, watched. Out: pages over HTTP, to this machine alone.
Writes nothing, builds nothing; no build imports it.
"""
