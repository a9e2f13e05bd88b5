"""The house's roles, in the trade's words."""

from enum import StrEnum


class Role(StrEnum):
    """What somebody is allowed to be; who may do what follows from it."""

    DEALER = "dealer"
    SUPERVISOR = "supervisor"
    PIT = "pit"
    CASHIER = "cashier"
    VAULT = "vault"
    RUNNER = "runner"
    COUNT = "count"
    ACCOUNTING = "accounting"
    AUDITOR = "auditor"
    COMPLIANCE = "compliance"
    HOST = "host"
    ADMINISTRATOR = "administrator"
