"""The build: the files of a release made, staged, proved, and switched to."""
