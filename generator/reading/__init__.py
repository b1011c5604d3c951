"""The reading: what a chart is asked, what a text may say of it, and the six sections that come of it."""
