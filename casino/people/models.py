"""Logins, roles, players and their exclusions."""

from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models
from django.db.models.functions import Now

from casino.people.roles import Role


class LoginManager(BaseUserManager["Login"]):
    def create_login(self, username: str, password: str | None, **fields: Any) -> "Login":
        """A person's one login; `password` None makes one that can't sign in."""
        login = self.model(username=username, **fields)
        login.set_password(password)
        login.save(using=self._db)
        return login


class Login(AbstractBaseUser):
    """One person, one login. What it may do follows from its roles, never from the login itself."""

    username = models.CharField(max_length=40, unique=True)
    display_name = models.CharField(max_length=80)
    is_active = models.BooleanField(default=True, db_default=True)
    language = models.CharField(max_length=5, default="en", db_default="en")
    created_at = models.DateTimeField(db_default=Now())
    deactivated_at = models.DateTimeField(null=True, blank=True)

    USERNAME_FIELD = "username"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["display_name"]
    objects = LoginManager()

    def __str__(self) -> str:
        return self.display_name


class RoleGrant(models.Model):
    """A role held by a login from `granted_at` until `ended_at`."""

    login = models.ForeignKey(Login, on_delete=models.PROTECT, related_name="grants")
    role = models.CharField(max_length=20, choices=[(r.value, r.value) for r in Role])
    granted_at = models.DateTimeField(db_default=Now())
    granted_by = models.ForeignKey(Login, on_delete=models.PROTECT, null=True, related_name="+")
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["login", "role"], condition=models.Q(ended_at__isnull=True), name="people_role_once"
            ),
            models.CheckConstraint(
                condition=models.Q(role__in=[r.value for r in Role]), name="people_role_known"
            ),
        ]


class Player(models.Model):
    """Somebody who holds chips: `player:<id>` in the ledger. Named only in PersonalData."""

    id = models.BigAutoField(primary_key=True)
    login = models.OneToOneField(Login, on_delete=models.PROTECT, null=True, blank=True)
    card = models.CharField(max_length=20, unique=True, help_text="what is printed on the card")
    created_at = models.DateTimeField(db_default=Now())

    def __str__(self) -> str:
        return self.card


class PersonalData(models.Model):
    """A player's plain personal data: erasable, and nowhere else."""

    player = models.OneToOneField(Player, on_delete=models.PROTECT, primary_key=True, related_name="personal")
    name = models.CharField(max_length=120)


class Exclusion(models.Model):
    """No seat, buy-in or stake from `from_at` until `until` (None: for good); cash-out stays possible."""

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="exclusions")
    kind = models.CharField(max_length=12, choices=[("self", "self"), ("house", "house"), ("timeout", "timeout")])
    from_at = models.DateTimeField()
    until = models.DateTimeField(null=True, blank=True)
    made_by = models.ForeignKey(Login, on_delete=models.PROTECT, null=True, related_name="+")
    recorded_at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(until__isnull=True) | models.Q(until__gt=models.F("from_at")),
                name="people_exclusion_forward",
            )
        ]
