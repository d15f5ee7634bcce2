"""Joins the lines into which the sender broke a paragraph (RFC 3676, `format=flowed`). Python's standard library does
not support the format `format=flowed`."""


def unflowed(text: str, deletes_space: bool) -> str:
    """Returns the text with joined lines. `deletes_space` is the parameter DelSp. If `deletes_space` is true, the
    sender added the last space of each line, and the space is removed."""
    paragraphs: list[tuple[int, str]] = []
    is_open = False
    for line in text.split('\n'):
        depth = len(line) - len(line.lstrip('>'))
        content = line[depth:].removeprefix(' ')
        is_signature = content == '-- '
        flows = content.endswith(' ') and not is_signature
        if flows and deletes_space:
            content = content[:-1]
        if is_open and paragraphs[-1][0] == depth and not is_signature:
            paragraphs[-1] = (depth, paragraphs[-1][1] + content)
        else:
            paragraphs.append((depth, content))
        is_open = flows
    return '\n'.join('>' * depth + (' ' if depth and content else '') + content for depth, content in paragraphs)
