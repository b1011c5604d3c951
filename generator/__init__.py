"""The press: calendar → chart → reading → pages → release.

Everything here runs when content changes, never when a visitor asks. The door
(`api`) imports nothing of it.
"""
