"""Font settings for LibreOffice. The settings contain rules for fonts derived from installed fonts
(`shared/derived_fonts`), and the emoji font of charts. If LibreOffice cannot embed bitmap fonts, the settings also
contain a derived emoji font."""
import os
import re
from functools import cache

from engines.shared.derived_fonts.names import (
    COLOUR_EMOJI,
    COLOUR_EMOJI_FAMILY,
    EMOJI_FAMILY,
    EMOJI_FILE,
    FACE_RULES,
    FOLDER,
    PRIVATE_EMOJI_FILE,
)

EMOJI = f'{FOLDER}/{EMOJI_FILE}'
PRIVATE_EMOJI = f'{FOLDER}/{PRIVATE_EMOJI_FILE}'
# The first version of LibreOffice that embeds bitmap fonts in PDFs.
EMBEDS_PICTURES = (7, 5)
VERSION = re.compile(r'^ProductKey=LibreOffice (\d+)\.(\d+)', re.MULTILINE)

EMOJI_RULES = f"""<dir>{os.path.dirname(EMOJI)}</dir>
<selectfont><rejectfont><glob>{COLOUR_EMOJI}</glob></rejectfont></selectfont>
"""


def environment(program: str, profile: str) -> dict[str, str]:
    """Writes the settings into the profile. Returns the environment variables that refer to the font settings."""
    if not os.path.exists(FOLDER):
        return {}
    settings = f'{profile}/fonts.conf'
    needs_emoji = emoji_family(program) == EMOJI_FAMILY
    with open(settings, 'w', encoding='ascii') as file:
        file.write(
            '<?xml version="1.0"?>\n<fontconfig>\n<include>/etc/fonts/fonts.conf</include>\n'
            f'<include ignore_missing="yes">{FOLDER}/{FACE_RULES}</include>\n'
            f'<dir>{os.path.dirname(PRIVATE_EMOJI)}</dir>\n'
            f'{EMOJI_RULES if needs_emoji else ""}</fontconfig>\n'
        )
    return {'FONTCONFIG_FILE': settings}


def emoji_family(program: str) -> str:
    """Returns the name of the font that draws emoji in colour. If LibreOffice cannot embed bitmap fonts, emoji are
    drawn in the derived font."""
    is_derived = os.path.exists(EMOJI) and _version(program) < EMBEDS_PICTURES
    return EMOJI_FAMILY if is_derived else COLOUR_EMOJI_FAMILY


def has_private_emoji() -> bool:
    """Returns whether the font with private code points for emoji (`private_emoji.py`) is installed."""
    return os.path.exists(PRIVATE_EMOJI)


@cache
def _version(program: str) -> tuple[int, ...]:
    with open(f'{program}/bootstraprc', encoding='utf-8') as lines:
        found = VERSION.search(lines.read())
    return tuple(map(int, found.groups())) if found else EMBEDS_PICTURES
