"""The pages: which addresses, which template, which context. Never touches the disk."""
