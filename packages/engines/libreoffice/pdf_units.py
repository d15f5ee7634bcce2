"""Warns of pages of a PDF whose user unit LibreOffice's import ignores: drawings and slides of them are too small."""
from engines.runtime.user_units import user_units
from engines.runtime.warn import warn


def tell(request: dict) -> None:
    with open(request['input'], 'rb') as file:
        units = user_units(file.read(), request['input'])
    if scaled := [str(number) for number, unit in enumerate(units, 1) if unit != 1]:
        warn(request, 'content_left_out', f'the user unit of pages {", ".join(scaled)}'[:100])
