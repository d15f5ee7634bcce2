"""Provides the description of Writer's comment window if the packages of LibreOffice lack it.

LibreOffice 7.4 in Debian 12 creates a window for each comment of a text document, even without a user interface.
LibreOffice crashes if it finds no description of the comment window. LibreOffice searches for window descriptions only
in the folder from which it is started. Therefore LibreOffice is started from another folder, which contains the
description of the comment window and links to the files of the original folder."""
import os

DESCRIPTION = 'share/config/soffice.cfg/modules/swriter/ui/annotation.ui'

ACTIONS = (
    *('reply', 'resolve', 'unresolve', 'resolvethread', 'unresolvethread'),
    *('delete', 'deletethread', 'deleteby', 'deleteall', 'formatall'),
)

# Description of the comment window, with the parts that LibreOffice requests by name. The comment window is never
# displayed.
WINDOW = f"""<?xml version="1.0" encoding="UTF-8"?>
<interface>
<requires lib="gtk+" version="3.20"/>
<object class="GtkMenu" id="actions">
{''.join(f'<child><object class="GtkMenuItem" id="{name}"/></child>' for name in ACTIONS)}
</object>
<object class="GtkGrid" id="Annotation">
<child><object class="GtkScrolledWindow" id="scrolledwindow"><child><object class="GtkViewport" id="viewport">
<child><object class="GtkDrawingArea" id="editview"/></child>
</object></child></object></child>
{''.join(f'<child><object class="GtkLabel" id="{name}"/></child>' for name in ('author', 'date', 'resolved'))}
<child><object class="GtkMenuButton" id="menubutton"><property name="popup">actions</property></object></child>
</object>
</interface>
"""


def base_folder(office: str, folder: str) -> str:
    """Returns the folder from which LibreOffice is started: `office` (LibreOffice's installation), or `folder`, which
    links to all content of `office`."""
    if os.path.exists(f'{office}/{DESCRIPTION}'):
        return office
    inside = ''
    for name in DESCRIPTION.split('/'):
        os.makedirs(f'{folder}{inside}')
        # If this release of LibreOffice has no folder for descriptions, there are no files to link.
        for other in os.listdir(f'{office}{inside}') if os.path.isdir(f'{office}{inside}') else ():
            if other != name:
                os.symlink(f'{office}{inside}/{other}', f'{folder}{inside}/{other}')
        inside += f'/{name}'
    with open(f'{folder}/{DESCRIPTION}', 'w', encoding='utf-8') as file:
        file.write(WINDOW)
    return folder
