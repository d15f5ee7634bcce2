"""Warns about user units of PDF pages. LibreOffice ignores user units, so drawings and slides become smaller than the
pages."""
from engines.shared.image.user_units import user_units
from engines.shared.runner.warn import listed, warn


def tell(request: dict) -> None:
    with open(request['input'], 'rb') as file:
        units = user_units(file.read(), request['input'])
    if scaled := [f'user unit of page {number}' for number, unit in enumerate(units, 1) if unit != 1]:
        warn(request, 'content_left_out', listed(scaled))
