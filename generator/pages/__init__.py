"""The pages: one module a kind — which addresses, which template, which context.

In: calendar, charts, readings, site settings. Out: (path, bytes). Never touches the disk.
"""
