"""Lists the places of a PDF that still contain a word. Reads every stream and string. Arguments: the path of the PDF,
and the word."""
import json
import re
import sys

import pikepdf

SHOWING = ('Tj', 'TJ', "'", '"')


def main() -> None:
    file, word = sys.argv[1:]
    forms = [word.lower().encode(code) for code in ('utf-8', 'utf-16-be', 'utf-16-le')]
    places = []

    def search(place: str, data: bytes) -> None:
        if any(form in data.lower() for form in forms):
            places.append(place)

    with open(file, 'rb') as stream:
        search('file', stream.read())
    with pikepdf.open(file) as pdf:
        for thing in [*pdf.objects, pdf.trailer]:
            for key, data in strings(thing):
                search(f'{thing.objgen} {key}', data)
            if isinstance(thing, pikepdf.Stream) and thing.get('/Subtype') != '/Image' and thing.get('/Type') not in ('/ObjStm', '/XRef'):
                data = thing.read_bytes()
                search(f'stream {thing.objgen}', data)
                for digits in re.findall(rb'<([0-9A-Fa-f\s]{4,})>', data):
                    if len(b''.join(digits.split())) % 2 == 0:
                        search(f'hex {thing.objgen}', bytes.fromhex(digits.decode()))
                if thing.get('/Subtype') is None or thing.get('/Subtype') == '/Form':
                    search(f'shown {thing.objgen}', shown(thing))
    print(json.dumps(places))


def strings(thing, key: str = ''):
    if isinstance(thing, pikepdf.String):
        yield key, bytes(thing)
        yield key, str(thing).encode()
    elif isinstance(thing, pikepdf.Name):
        yield key, str(thing).encode()
    elif isinstance(thing, pikepdf.Array):
        for one in thing:
            if not (isinstance(one, pikepdf.Object) and one.is_indirect):
                yield from strings(one, key)
    elif isinstance(thing, (pikepdf.Dictionary, pikepdf.Stream)):
        for name, one in thing.items():
            yield 'key', name.encode()
            if not (isinstance(one, pikepdf.Object) and one.is_indirect):
                yield from strings(one, name)


def shown(stream) -> bytes:
    """Returns the text that a content stream shows, as one string."""
    text = b''
    for instruction in pikepdf.parse_content_stream(stream):
        if str(instruction.operator) in SHOWING:
            for operand in instruction.operands:
                parts = operand if isinstance(operand, pikepdf.Array) else [operand]
                text += b''.join(bytes(one) for one in parts if isinstance(one, pikepdf.String))
    return text


if __name__ == '__main__':
    main()
