"""Fits wide tables and code lines to the paper when calibre prints a book, with the same script as for Chromium."""
import contextlib
import os

SCRIPT = os.path.join(os.path.dirname(__file__), '../../shared/html/in-page-fit.js')
PIXELS_PER_POINT = 96 / 72
# Sets the width of the page during the fitting, because calibre's page has no width until it is printed.
FIT = """
{
%s
const root = document.documentElement, before = root.style.width;
root.style.width = '%dpx';
fitToPaper();
root.style.width = before;
}
"""


def fit_to_paper() -> None:
    with contextlib.suppress(ImportError, AttributeError):
        from calibre.ebooks.pdf import html_writer
        from qt.core import QPageLayout

        renderer = html_writer.Renderer
        prepare = html_writer.preprint_js
        with open(SCRIPT, encoding='utf-8') as file:
            script = file.read()

        def print_to_pdf(self) -> None:
            width = self.page_layout.paintRect(QPageLayout.Unit.Point).width() * PIXELS_PER_POINT
            self.runJavaScript(prepare() + FIT % (script, int(width)), self.start_print)

        if hasattr(renderer, 'print_to_pdf') and hasattr(renderer, 'start_print'):
            renderer.print_to_pdf = print_to_pdf
