"""Builds a self-contained HTML page."""
import os

# File with a style element for the boxes of notes and warnings.
ALERTS = f'{os.path.dirname(__file__)}/alerts.html'

# Style sheet for running text.
READABLE = """
body { max-width: 44em; margin: 2em auto; padding: 0 1em; line-height: 1.5; font-family: sans-serif }
td { padding: 0.1em 1em 0.1em 0; vertical-align: top }
img { max-width: 100% }
"""


def html_page(title: str, body: str, styles: str = '', head: str = '') -> str:
    """Returns an HTML page. `title`, `body` and `head` are escaped HTML, `styles` is CSS."""
    style = f'<style>{styles}</style>\n' if styles else ''
    start = f'<meta charset="utf-8">\n<title>{title}</title>\n{style}{head}'
    return f'<!DOCTYPE html>\n<html>\n<head>\n{start}</head>\n<body>\n{body}\n</body>\n</html>\n'


def alert_styles(body: str) -> str:
    """Returns the style sheet for notes and warnings in the body, or '' if there are none."""
    if 'class="markdown-alert' not in body:
        return ''
    with open(ALERTS, encoding='utf-8') as file:
        return file.read()
