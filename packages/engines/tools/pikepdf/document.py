"""The PDF that the operations edit, with the options of the request and the values of the placeholders in texts."""
import datetime
import os
import re

import pikepdf

from engines.shared.pdf.objects import get
from engines.shared.runner.warn import warn
from engines.tools.pikepdf.fields import signed_fields

PLACEHOLDER = re.compile(r'\{(page|pages|date|title|name|bates)\}')


class Document:
    def __init__(self, pdf, step: dict):
        self.pdf = pdf
        self.step = step
        self.options = step['options']
        self.work = step['work']
        # The file name that the caller gave, which may be empty.
        self.name = step.get('name', '')
        # Files whose objects were copied. The opened files must stay open until the PDF is saved.
        self.opened: list = []

    @property
    def pages(self) -> list:
        return list(self.pdf.pages)

    def open(self, file: str):
        other = pikepdf.open(file)
        self.opened.append(other)
        return other

    def warn(self, code: str, detail: str = '') -> None:
        warn(self.step, code, detail)

    def title(self) -> str:
        """Returns the title in the document information or, without one, the file's name without its extension."""
        info = self.pdf.trailer.get('/Info')
        title = str(get(info, '/Title', '')).strip() or self.packet_title()
        return title or os.path.splitext(self.name)[0]

    def packet_title(self) -> str:
        if '/Metadata' not in self.pdf.Root:
            return ''
        try:
            with self.pdf.open_metadata(update_docinfo=False) as packet:
                return str(packet.get('dc:title') or '')
        except ValueError:
            return ''

    def filled(self, text: str, number: int, bates: str = '') -> str:
        """Replaces the placeholders of `text` for page `number`, counted from 1."""
        if '{' not in text:
            return text
        values = {
            'page': str(number),
            'pages': str(len(self.pdf.pages)),
            'date': datetime.date.today().isoformat(),
            'name': self.name,
            'bates': bates,
        }
        return PLACEHOLDER.sub(lambda found: values[found[1]] if found[1] in values else self.title(), text)

    def warn_of_signatures(self) -> None:
        """Warns if the file is signed, because every change breaks its signatures."""
        signed = signed_fields(self.pdf)
        if signed:
            self.warn('signatures_broken', str(len(signed)))


def refusal(option: str, problem: str) -> SystemExit:
    """Returns the error for an unusable file that the caller gave in the option `option`."""
    return SystemExit(f'protean-reason: option_file {option} {problem}')
