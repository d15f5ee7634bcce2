"""What is said, without its times: a paragraph a cue, as plain text or as a web page."""
import html

from subtitles import tags
from subtitles.cue import Cue, plain


def write_txt(cues: list[Cue]) -> str:
    return '\n'.join(''.join(f'{plain(line)}\n' for line in one.lines) for one in cues)


def write_html(cues: list[Cue]) -> str:
    paragraphs = ('<br>\n'.join(tags.written(line, html.escape) for line in one.lines) for one in cues)
    body = ''.join(f'<p>{paragraph}</p>\n' for paragraph in paragraphs)
    head = '<meta charset="utf-8">\n<title>Subtitles</title>'
    return f'<!DOCTYPE html>\n<html>\n<head>\n{head}\n</head>\n<body>\n{body}</body>\n</html>\n'
