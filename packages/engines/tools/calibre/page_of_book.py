"""Converts a zipped HTML book to one self-contained HTML file."""
import base64
import mimetypes
import posixpath
import re
import zipfile


def write_page(book: str, output: str) -> None:
    """Writes the page of the HTMLZ file `book`, which calibre wrote, to `output`."""
    with zipfile.ZipFile(book) as archive:
        names = set(archive.namelist())
        page = archive.read('index.html').decode('utf-8')

        def embedded(match: re.Match) -> str:
            name = posixpath.normpath(match.group(2))
            if name not in names:
                return match.group(0)
            kind = mimetypes.guess_type(name)[0] or 'application/octet-stream'
            data = base64.b64encode(archive.read(name)).decode()
            return f'{match.group(1)}data:{kind};base64,{data}"'

        page = re.sub(r'(<(?:img|image)\b[^>]*?\b(?:src|href)=")([^":]+)"', embedded, page)
    with open(output, 'w', encoding='utf-8') as file:
        file.write(page)
