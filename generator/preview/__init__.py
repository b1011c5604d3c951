"""The preview: any page as it would be built now, with the place of each text, over HTTP."""
