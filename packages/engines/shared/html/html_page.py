"""Builds a self-contained HTML page."""

# Style sheet for running text.
READABLE = """
body { max-width: 44em; margin: 2em auto; padding: 0 1em; line-height: 1.5; font-family: sans-serif }
td { padding: 0.1em 1em 0.1em 0; vertical-align: top }
img { max-width: 100% }
"""


def html_page(title: str, body: str, styles: str = '') -> str:
    """`title` and `body` are escaped HTML, `styles` is CSS."""
    style = f'<style>{styles}</style>\n' if styles else ''
    head = f'<meta charset="utf-8">\n<title>{title}</title>\n{style}'
    return f'<!DOCTYPE html>\n<html>\n<head>\n{head}</head>\n<body>\n{body}\n</body>\n</html>\n'
