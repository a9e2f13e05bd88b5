"""Logins, their roles and reporting lines."""

from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.core.management.base import CommandError
from django.db import models
from django.db.models.functions import Now

from casino.people.models_currency import CurrencyLine
from casino.people.models_players import CardLink, Exclusion, PersonalData, Player
from casino.people.models_protection import Attempt, Limit, Played
from casino.people.models_step_up import Authenticator, Confirmation
from casino.profile.roles import Role
from casino.profile.stamp import profile_version

__all__ = [
    "Attempt", "Authenticator", "CardLink", "Confirmation", "CurrencyLine", "Exclusion", "Limit", "Login",
    "PersonalData", "Played", "Player", "RoleGrant",
]  # fmt: skip


class LoginManager(BaseUserManager["Login"]):
    def create_login(self, username: str, password: str | None, **fields: Any) -> "Login":
        """A person's one login; `password` None makes one that can't sign in."""
        login = self.model(username=username, **fields)
        login.set_password(password)
        login.save(using=self._db)
        return login

    def create_superuser(self, **_: Any) -> "Login":
        """What Django's `createsuperuser` asks for: nobody is above the departments' rules."""
        raise CommandError("The house has no superusers: `manage.py first_administrator` makes its first login.")


class Login(AbstractBaseUser):
    """One person, one login. What it may do follows from its roles, never from the login itself."""

    username = models.CharField(max_length=40, unique=True)
    display_name = models.CharField(max_length=80)
    is_active = models.BooleanField(default=True, db_default=True)
    language = models.CharField(max_length=5, default="en", db_default="en")
    reports_to = models.ForeignKey("self", on_delete=models.PROTECT, null=True, blank=True, related_name="reports")
    created_at = models.DateTimeField(db_default=Now())
    left_at = models.DateTimeField(null=True, blank=True, help_text="the person's last hour in the house")
    deactivated_at = models.DateTimeField(null=True, blank=True)

    USERNAME_FIELD = "username"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["display_name"]
    objects = LoginManager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=~models.Q(reports_to=models.F("id")), name="people_login_reports_to_another"
            ),
            models.CheckConstraint(
                condition=models.Q(is_active=True, deactivated_at=None)
                | models.Q(is_active=False, deactivated_at__isnull=False),
                name="people_login_deactivated",
            ),
        ]

    def __str__(self) -> str:
        return self.display_name


class RoleGrant(models.Model):
    """A role held by a login from `granted_at` until `ended_at`, everywhere or at one place only."""

    login = models.ForeignKey(Login, on_delete=models.PROTECT, related_name="grants")
    role = models.CharField(max_length=20, choices=[(r.value, r.value) for r in Role])
    place = models.CharField(
        max_length=20,
        blank=True,
        default="",
        db_default="",
        help_text="pit:A or table:H1; empty: the whole property",
    )
    profile = profile_version()
    granted_at = models.DateTimeField(db_default=Now())
    granted_by = models.ForeignKey(Login, on_delete=models.PROTECT, null=True, related_name="+")
    ended_at = models.DateTimeField(null=True, blank=True)
    ended_by = models.ForeignKey(Login, on_delete=models.PROTECT, null=True, blank=True, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["login", "role", "place"],
                condition=models.Q(ended_at__isnull=True),
                name="people_role_once",
            ),
            models.CheckConstraint(condition=models.Q(role__in=[r.value for r in Role]), name="people_role_known"),
            models.CheckConstraint(
                condition=models.Q(place__regex=r"^$|^(pit|table):[0-9A-Z]+$"), name="people_role_place"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.role} {self.place}".strip()
