"""Django's classes with their type parameter, which they take only while types are checked."""

from typing import TYPE_CHECKING, Any

from django.contrib.admin import ModelAdmin, TabularInline
from django.forms import ModelForm

if TYPE_CHECKING:
    AnyAdmin = ModelAdmin[Any]
    AnyInline = TabularInline[Any, Any]
    AnyForm = ModelForm[Any]
else:
    AnyAdmin, AnyInline, AnyForm = ModelAdmin, TabularInline, ModelForm
