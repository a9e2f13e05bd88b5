"""The night's figures as people read them: in a terminal, on a page."""
