"""Sets the locale in which LibreOffice shows dates that follow the system settings."""
from com.sun.star.beans import PropertyValue

from engines.tools.libreoffice.user_profile import SYSTEM_LOCALE
from engines.tools.libreoffice.sheets.workbook_formats import EXCEL, PAGES

# Locale in which the format code `dd/mm/yyyy` shows slashes, as Excel's format codes require.
EXCEL_LOCALE = 'en-US'


def locale_of(request: dict) -> str:
    shows = request['to'] in PAGES or request['options'].get('values') == 'shown'
    return EXCEL_LOCALE if shows and request['from'] in EXCEL else SYSTEM_LOCALE


def use(services, locale: str) -> None:
    """Sets the locale of documents that are opened afterwards."""
    provider = services.createInstance('com.sun.star.configuration.ConfigurationProvider')
    node = PropertyValue('nodepath', 0, '/org.openoffice.Setup/L10N', 0)
    access = provider.createInstanceWithArguments('com.sun.star.configuration.ConfigurationUpdateAccess', (node,))
    access.setPropertyValue('ooSetupSystemLocale', locale)
    access.commitChanges()
