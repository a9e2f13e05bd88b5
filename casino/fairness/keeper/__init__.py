"""The keeper: the one process that answers the link of a committed close, and a finished shift's roots."""
