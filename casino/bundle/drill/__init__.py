"""The tamper drill: attacks on a scratch database, on exports and on bundles, and which control caught each."""
