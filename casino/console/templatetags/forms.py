"""The form of an act: where it goes, its key, and the manners that every form of the console has."""

from collections.abc import Mapping
from typing import Any

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()

FORM = (
    '<form class="{css}" id="{id}" method="post" action="{address}" hx-post="{address}" hx-sync="this:drop"'
    ' hx-disabled-elt="find button"><input type="hidden" name="csrfmiddlewaretoken" value="{csrf}">'
    '<input type="hidden" name="key" value="{nonce}-{id}">{content}</form>'
)


@register.simple_block_tag(takes_context=True)
def act(
    context: Mapping[str, Any], content: SafeString, id: str, view: str, *where: Any, css: str = "fields"
) -> SafeString:
    """A form that goes to `view` once, under a key that each rendering makes anew; the fields stand inside."""
    return format_html(
        FORM, css=css, id=id, address=reverse(f"console:{view}", args=where), csrf=context["csrf_token"],
        nonce=context["nonce"], content=content,
    )  # fmt: skip
