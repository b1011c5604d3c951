"""What editors own: the files of `data/` read, judged, and told where they are wrong."""
