"""Sets the locale in which LibreOffice shows dates that follow the settings of the system."""
from com.sun.star.beans import PropertyValue

from engines.libreoffice.user_profile import SYSTEM_LOCALE

# The locale of Excel's own format codes, in which `dd/mm/yyyy` has slashes.
EXCEL = 'en-US'
WORKBOOKS = ('xlsx', 'xlsm', 'xltx', 'xlsb', 'xls', 'xlt')
PAGES = ('pdf', 'html')


def locale_of(request: dict) -> str:
    shows = request['to'] in PAGES or request['options'].get('values') == 'shown'
    return EXCEL if shows and request['from'] in WORKBOOKS else SYSTEM_LOCALE


def use(services, locale: str) -> None:
    """Documents that are opened afterwards have it."""
    provider = services.createInstance('com.sun.star.configuration.ConfigurationProvider')
    node = PropertyValue('nodepath', 0, '/org.openoffice.Setup/L10N', 0)
    access = provider.createInstanceWithArguments('com.sun.star.configuration.ConfigurationUpdateAccess', (node,))
    access.setPropertyValue('ooSetupSystemLocale', locale)
    access.commitChanges()
