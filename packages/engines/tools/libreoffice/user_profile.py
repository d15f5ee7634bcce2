"""Creates the LibreOffice profile of every conversion: no macros, no network requests, no dialogs."""
import os

# Locale that writes short dates as 2024-02-29 and the decimal separator as a point, as in CSV files.
SYSTEM_LOCALE = 'en-CA'
FONTS = 'Office.Common/Font/Substitution'

# For each setting: the path below /org.openoffice, the property and the value.
SETTINGS = (
    ('Office.Common/Security/Scripting', 'MacroSecurityLevel', 3),
    ('Office.Common/Security/Scripting', 'DisableMacrosExecution', True),
    ('Office.Common/Security/Scripting', 'BlockUntrustedRefererLinks', True),
    ('Office.Java/VirtualMachine', 'Enable', False),
    # LibreOffice never updates links in documents. The setting for "never" has a different number in each application.
    ('Office.Writer/Content/Update', 'Link', 0),
    ('Office.Calc/Content/Update', 'Link', 1),
    ('Office.Common/Misc', 'FirstRun', False),
    ('Office.Common/Misc', 'CrashReport', False),
    ('Office.Common/Misc', 'ShowTipOfTheDay', False),
    ('Office.Common/Misc', 'UseOpenCL', False),
    ('Office.Common/Save/Document', 'CreateBackup', False),
    ('Office.Recovery/AutoSave', 'Enabled', False),
    ('Setup/L10N', 'ooSetupSystemLocale', SYSTEM_LOCALE),
    ('Setup/L10N', 'ooLocale', 'en-US'),
    ('Office.Linguistic/General', 'DefaultLocale', 'en-US'),
    (FONTS, 'Replacement', True),
    ('Setup/Office', 'ooSetupInstCompleted', True),
    # If the last version in the profile is newer than the program, LibreOffice skips its graphics self-test, which
    # takes 80% of the time of a first start.
    ('Setup/Product', 'ooSetupLastVersion', '99.9'),
)

# Missing fonts, mapped to installed fonts with the same widths. Without this map, LibreOffice 25.2 would measure the
# text of slides with Noto but draw the text with fontconfig's substitutes, which causes gaps between letters and lines
# outside the page.
SUBSTITUTES = {
    **dict.fromkeys(('Albany', 'Albany AMT', 'Arimo'), 'Liberation Sans'),
    **dict.fromkeys(('Thorndale', 'Thorndale AMT', 'Tinos'), 'Liberation Serif'),
    **dict.fromkeys(('Cumberland', 'Cumberland AMT', 'Cousine'), 'Liberation Mono'),
    **dict.fromkeys(('Arial Narrow', 'Liberation Sans Narrow'), 'Nimbus Sans Narrow'),
}

NAMESPACES = (
    'xmlns:oor="http://openoffice.org/2001/registry" '
    'xmlns:xs="http://www.w3.org/2001/XMLSchema" '
    'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
)


def write_profile(folder: str, program: str) -> None:
    """Writes a profile at `folder` for the office installed at `program`."""
    os.makedirs(f'{folder}/user/extensions')
    with open(f'{folder}/user/registrymodifications.xcu', 'w', encoding='utf-8') as registry:
        items = ''.join(_item(*setting) for setting in SETTINGS) + ''.join(map(_substitute, SUBSTITUTES.items()))
        registry.write(f'<?xml version="1.0" encoding="UTF-8"?>\n<oor:items {NAMESPACES}>\n{items}</oor:items>\n')
    # If this file does not contain the build id of LibreOffice, LibreOffice scans for extensions and restarts.
    with open(f'{folder}/user/extensions/buildid', 'w', encoding='ascii') as build:
        build.write(_build_id(program))


def _item(path: str, name: str, value) -> str:
    return f'<item oor:path="/org.openoffice.{path}">{_property(name, value)}</item>\n'


def _substitute(pair: tuple[str, str]) -> str:
    missing, present = pair
    properties = _property('ReplaceFont', missing) + _property('SubstituteFont', present)
    # With the property `Always`, LibreOffice uses `present` even if fontconfig offers another substitute for `missing`.
    # Without `Always`, LibreOffice would treat fontconfig's substitute as an installed font and use it instead of
    # `present`.
    properties += _property('Always', True) + _property('OnScreenOnly', False)
    node = f'<node oor:name="{missing}" oor:op="replace">{properties}</node>'
    return f'<item oor:path="/org.openoffice.{FONTS}/FontPairs">{node}</item>\n'


def _property(name: str, value) -> str:
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return f'<prop oor:name="{name}" oor:op="fuse"><value>{text}</value></prop>'


def _build_id(program: str) -> str:
    with open(f'{program}/versionrc', encoding='utf-8') as lines:
        found = (line.strip() for line in lines if line.startswith('buildid='))
        return next(found, 'buildid=').split('=', 1)[1]
