"""Pins a variable font to one style: a named instance or values of its axes."""
import re
import sys
from typing import NoReturn

from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

from engines.tools.fonttools import outlines
from engines.shared.runner.warn import listed, warn

AXIS_VALUES = re.compile(r'\s*[\w ]{4}\s*=')
# Name IDs of the OpenType `name` table.
FAMILY, STYLE, FULL, POSTSCRIPT, TYPOGRAPHIC_FAMILY, TYPOGRAPHIC_STYLE = 1, 2, 4, 6, 16, 17


def is_variable(font: TTFont) -> bool:
    return 'fvar' in font


def pin_if_asked(font: TTFont, step: dict) -> None:
    """Pins the variable font to the style that the option `instance` names. No-op without the option."""
    asked = step['options'].get('instance')
    if asked is not None:
        pin(font, location_of(font, asked), is_named=True)


def make_static(font: TTFont, step: dict) -> None:
    """Pins the style of the option `instance`, or the default style with a warning."""
    pin_if_asked(font, step)
    if is_variable(font):
        default = defaults(font)
        warn(step, 'variations_left_out', listed(f'{tag} {value:g}' for tag, value in default.items()))
        pin(font, default, is_named=False)


def location_of(font: TTFont, asked: str) -> dict[str, float]:
    """Returns the value of each axis. Axes missing in `asked` have their default value."""
    if not is_variable(font):
        refuse('no axes')
    if AXIS_VALUES.match(asked):
        return defaults(font) | values_of(font, asked)
    wanted = key(asked)
    for instance in font['fvar'].instances:
        names = (instance.subfamilyNameID, instance.postscriptNameID)
        if wanted in [key(font['name'].getDebugName(number) or '') for number in names if number != 0xFFFF]:
            return dict(instance.coordinates)
    refuse(described(font))


def defaults(font: TTFont) -> dict[str, float]:
    return {axis.axisTag: axis.defaultValue for axis in font['fvar'].axes}


def values_of(font: TTFont, asked: str) -> dict[str, float]:
    """Returns the axis values in a string such as `wght=700,wdth=80`."""
    axes = {axis.axisTag.strip(): axis for axis in font['fvar'].axes}
    values = {}
    for part in asked.split(','):
        tag, _, text = (piece.strip() for piece in part.partition('='))
        axis = axes.get(tag)
        is_number = re.fullmatch(r'-?\d{1,6}(\.\d{1,6})?', text)
        if axis is None or not is_number or not axis.minValue <= float(text) <= axis.maxValue:
            refuse(described(font))
        values[axis.axisTag] = float(text)
    return values


def key(name: str) -> str:
    return ''.join(name.split()).casefold()


def described(font: TTFont) -> str:
    """Returns the axes with their ranges, and the names of the instances."""
    axes = [f'{axis.axisTag.strip()} {axis.minValue:g} to {axis.maxValue:g}' for axis in font['fvar'].axes]
    names = [font['name'].getDebugName(instance.subfamilyNameID) or '' for instance in font['fvar'].instances]
    return '; '.join(filter(None, (', '.join(axes), ', '.join(filter(None, names)))))


def refuse(available: str) -> NoReturn:
    sys.exit(f'protean-reason: no_such_instance {available[:200]}')


def pin(font: TTFont, location: dict[str, float], is_named: bool) -> None:
    """Reduces the font to its style at `location`. With `is_named`, the font also gets the name of the style."""
    style = style_at(font, location)
    if 'CFF2' in font:
        # The instancer of Debian 12 does not support CFF2.
        pin_outlines(font, location)
    try:
        instancer.instantiateVariableFont(font, location, inplace=True, updateFontNames=is_named)
    except ValueError:
        # fontTools raises ValueError if the table STAT has no name for an axis value. fontTools checks the names before
        # it changes the font, so a second call without `updateFontNames` works.
        instancer.instantiateVariableFont(font, location, inplace=True)
        if is_named:
            rename(font, style)
    if 'CFF ' in font:
        outlines.copy_names(font)


def style_at(font: TTFont, location: dict[str, float]) -> str:
    for instance in font['fvar'].instances:
        if instance.coordinates == location:
            return font['name'].getDebugName(instance.subfamilyNameID) or ''
    return ' '.join(f'{tag.strip()}{value:g}' for tag, value in location.items())


def pin_outlines(font: TTFont, location: dict[str, float]) -> None:
    glyphs = font.getGlyphSet(location=location)
    metrics = font['hmtx'].metrics
    for name in font.getGlyphOrder():
        metrics[name] = (round(glyphs[name].width), metrics[name][1])
    outlines.write_post_script(font, glyphs, is_reversed=False)
    for tag in ('HVAR', 'VVAR'):
        if tag in font:
            del font[tag]


def rename(font: TTFont, style: str) -> None:
    """Replaces the names of a variable font with the names of a font that has the single style `style`. Name IDs 1 and
    2 support only 4 styles per family. For a style other than Regular, Bold, Italic and Bold Italic, name ID 1 contains
    both the family and the style."""
    names = font['name']
    family = names.getDebugName(TYPOGRAPHIC_FAMILY) or names.getDebugName(FAMILY) or 'Unnamed'
    is_basic = style in ('Regular', 'Bold', 'Italic', 'Bold Italic')
    values = {
        FAMILY: family if is_basic else f'{family} {style}',
        STYLE: style if is_basic else 'Regular',
        FULL: f'{family} {style}',
        POSTSCRIPT: f'{family}-{style}'.replace(' ', ''),
    } | ({} if is_basic else {TYPOGRAPHIC_FAMILY: family, TYPOGRAPHIC_STYLE: style})
    for number in (TYPOGRAPHIC_FAMILY, TYPOGRAPHIC_STYLE):
        names.removeNames(nameID=number)
    for number, text in values.items():
        names.removeNames(nameID=number)
        names.setName(text, number, 3, 1, 0x409)
    instancer.setRibbiBits(font)
