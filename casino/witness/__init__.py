"""The witness: cosigns a log's checkpoint only if the log has only grown since it last looked (see README)."""
