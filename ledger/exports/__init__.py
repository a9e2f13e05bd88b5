"""Exports of the ledger: any range and filter, streamed from one look at the books, immutable (see README)."""

from ledger.exports.artefact import Artefact
from ledger.exports.scope import Scope
from ledger.exports.write import export, write

__all__ = ["Artefact", "Scope", "export", "write"]
