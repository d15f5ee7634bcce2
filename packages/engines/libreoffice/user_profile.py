"""The LibreOffice profile of every conversion: no macros, no network requests, no dialogs."""
import os

# path under /org.openoffice, property, value
SETTINGS = (
    ('Office.Common/Security/Scripting', 'MacroSecurityLevel', 3),
    ('Office.Common/Security/Scripting', 'DisableMacrosExecution', True),
    ('Office.Common/Security/Scripting', 'BlockUntrustedRefererLinks', True),
    ('Office.Java/VirtualMachine', 'Enable', False),
    # "Never" has a different number in each application.
    ('Office.Writer/Content/Update', 'Link', 0),
    ('Office.Calc/Content/Update', 'Link', 1),
    ('Office.Common/Misc', 'FirstRun', False),
    ('Office.Common/Misc', 'CrashReport', False),
    ('Office.Common/Misc', 'ShowTipOfTheDay', False),
    ('Office.Common/Misc', 'UseOpenCL', False),
    ('Office.Common/Save/Document', 'CreateBackup', False),
    ('Office.Recovery/AutoSave', 'Enabled', False),
    # A locale whose short date is 2024-02-29 and whose decimal sign is a point: what CSV files are written in.
    ('Setup/L10N', 'ooSetupSystemLocale', 'en-CA'),
    ('Setup/L10N', 'ooLocale', 'en-US'),
    ('Office.Linguistic/General', 'DefaultLocale', 'en-US'),
    ('Setup/Office', 'ooSetupInstCompleted', True),
    # When the last started version seems to be newer, LibreOffice skips its graphics self-test, which is four fifths of
    # a first start.
    ('Setup/Product', 'ooSetupLastVersion', '99.9'),
)

NAMESPACES = (
    'xmlns:oor="http://openoffice.org/2001/registry" '
    'xmlns:xs="http://www.w3.org/2001/XMLSchema" '
    'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
)


def write_profile(folder: str, program: str) -> None:
    """Writes a profile at `folder` for the office installed at `program`."""
    os.makedirs(f'{folder}/user/extensions')
    with open(f'{folder}/user/registrymodifications.xcu', 'w', encoding='utf-8') as registry:
        items = ''.join(_item(*setting) for setting in SETTINGS)
        registry.write(f'<?xml version="1.0" encoding="UTF-8"?>\n<oor:items {NAMESPACES}>\n{items}</oor:items>\n')
    # Without its own build id here LibreOffice scans for extensions and restarts.
    with open(f'{folder}/user/extensions/buildid', 'w', encoding='ascii') as build:
        build.write(_build_id(program))


def _item(path: str, name: str, value) -> str:
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return (
        f'<item oor:path="/org.openoffice.{path}">'
        f'<prop oor:name="{name}" oor:op="fuse"><value>{text}</value></prop></item>\n'
    )


def _build_id(program: str) -> str:
    with open(f'{program}/versionrc', encoding='utf-8') as lines:
        found = (line.strip() for line in lines if line.startswith('buildid='))
        return next(found, 'buildid=').split('=', 1)[1]
