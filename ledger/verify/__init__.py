"""The stand-alone verifier of exports: standard library only, no database, trusts nothing it reads (see README)."""

from ledger.verify.audit import verify
from ledger.verify.findings import Finding, Report, Unreadable

__all__ = ["Finding", "Report", "Unreadable", "verify"]
