"""The API's own kinds of fields. Amounts are text of digits; what has another form is refused, never converted."""

import re
from typing import Any, Final

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

DIGITS: Final = re.compile(r"0|[1-9][0-9]{0,17}")


@extend_schema_field({"type": "string", "pattern": "^(0|[1-9][0-9]{0,17})$", "example": "2500"})
class Digits(serializers.Field[int, Any, str, int]):
    """A whole number from 0 on as ASCII digits, no sign, point, blank or leading zero."""

    default_error_messages = {"digits": 'Give a whole number as text of plain digits, such as "2500".'}

    def to_internal_value(self, data: Any) -> int:
        if not isinstance(data, str) or not DIGITS.fullmatch(data):
            self.fail("digits")
        return int(data)

    def to_representation(self, value: int) -> str:
        if value < 0:
            raise ValueError("an amount without a sign can't be negative")
        return str(value)


@extend_schema_field({"type": "string", "pattern": "^-?(0|[1-9][0-9]{0,17})$", "example": "-2500"})
class Signed(Digits):
    """A whole number that can be below zero: then with a minus sign. Only in answers."""

    def to_representation(self, value: int) -> str:
        return str(value)


@extend_schema_field({"type": "integer"})
class Whole(serializers.Field[int, Any, int, int]):
    """A JSON integer within bounds, for what is no amount: a seat, a face, an id. Text and true are refused."""

    default_error_messages = {"whole": "Give a whole number from {low} to {high}."}

    def __init__(self, low: int = 1, high: int = 2**53 - 1, **kwargs: Any) -> None:
        self.low, self.high = low, high
        super().__init__(**kwargs)

    def to_internal_value(self, data: Any) -> int:
        if type(data) is not int or not self.low <= data <= self.high:
            self.fail("whole", low=self.low, high=self.high)
        return data

    def to_representation(self, value: int) -> int:
        return value


class Text(serializers.CharField):
    """JSON text and nothing else: numbers are not turned into text."""

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class Sent(serializers.Serializer[Any]):
    """A request's body: a field that it does not name is refused."""

    def to_internal_value(self, data: Any) -> Any:
        read = super().to_internal_value(data)
        unknown = set(data) - set(self.fields)
        if unknown:
            raise serializers.ValidationError({name: ["There is no such field."] for name in sorted(unknown)})
        return read


class Nothing(Sent):
    """A body without fields: {} or none at all."""


@extend_schema_field({
    "type": "object", "propertyNames": {"pattern": "^[1-9][0-9]{0,14}$"}, "maxProperties": 40,
    "additionalProperties": {"type": "integer", "minimum": 1, "maximum": 1_000_000_000}, "example": {"2500": 4},
})  # fmt: skip
class Lines(serializers.Field[dict[str, int], Any, dict[str, int], Any]):
    """Chips by denomination: `{"2500": 4}` is four of 2500 minor units; the sum is the house's to make."""

    default_error_messages = {"lines": 'Give pieces by denomination, such as {"2500": 4}.'}

    def to_internal_value(self, data: Any) -> dict[str, int]:
        if not isinstance(data, dict) or len(data) > 40:
            self.fail("lines")
        for denomination, pieces in data.items():
            if not re.fullmatch("[1-9][0-9]{0,14}", denomination) or type(pieces) is not int or not 0 < pieces <= 10**9:
                self.fail("lines")
        return data

    def to_representation(self, value: Any) -> Any:
        return value
