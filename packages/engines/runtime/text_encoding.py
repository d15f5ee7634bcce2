"""Decodes text files of any encoding, and refuses files that are not text."""
import codecs
import re

import chardet
import webencodings

BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, 'utf-8-sig'),
    (codecs.BOM_UTF32_LE, 'utf-32'),
    (codecs.BOM_UTF32_BE, 'utf-32'),
    (codecs.BOM_UTF16_LE, 'utf-16'),
    (codecs.BOM_UTF16_BE, 'utf-16'),
)

DECLARATION = re.compile(
    rb'<\?xml[^>]{0,200}?encoding\s*=\s*["\']([\w.:-]+)|<meta[^>]{0,300}?charset\s*=\s*["\']?\s*([\w.:-]+)', re.IGNORECASE
)

# Control characters that text does not contain. Tab, line ends, form feed, backspace and escape occur in real texts.
CONTROLS = re.compile('[\x00-\x07\x0e-\x1a\x1c-\x1f]')


# Below this confidence the detector is wrong often enough to say so.
CERTAIN = 0.9


class NotText(Exception):
    """The bytes are not text in any supported encoding."""


def decode(data, declared=False, on_guess=lambda: None):
    """The text of `data`. `declared` says that an XML or HTML declaration inside it may name the encoding; `on_guess` is
    called where the encoding is uncertain."""
    decoders = (by_byte_order_mark, utf16_without_mark, *([by_declaration] if declared else []), utf8)
    text = next((text for text in (decoder(data) for decoder in decoders) if text is not None), None)
    if text is None:
        text = by_detection(data, on_guess)
    if len(CONTROLS.findall(text)) * 1000 > len(text):
        raise NotText('the file is not a text')
    return text


def by_byte_order_mark(data):
    for mark, encoding in BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return strictly(data, encoding)
    return None


def utf16_without_mark(data):
    """UTF-16 without a byte order mark: every other byte of western text is zero."""
    sample = data[:4096]
    if b'\0' not in sample:
        return None
    if sample[1::2].count(0) * 3 > len(sample) / 2:
        return strictly(data, 'utf-16-le')
    return strictly(data, 'utf-16-be') if sample[0::2].count(0) * 3 > len(sample) / 2 else None


def by_declaration(data):
    found = DECLARATION.search(data[:4096])
    encoding = found and webencodings.lookup((found.group(1) or found.group(2)).decode('ascii', 'ignore'))
    if not encoding or encoding.name.startswith('utf-16'):
        return None
    # UTF-8 with a wrong declaration is common; other bytes that happen to be valid UTF-8 are not.
    if not data.isascii() and strictly(data, 'utf-8') is not None:
        return None
    return strictly(data, encoding.codec_info.name)


def utf8(data):
    """Also decodes UTF-8 that was truncated within its last character."""
    text = strictly(data, 'utf-8')
    return strictly(re.sub(rb'[\xc2-\xf4][\x80-\xbf]{0,2}$', b'', data), 'utf-8') if text is None else text


def by_detection(data, on_guess):
    guess = chardet.detect(data[:100_000])
    if guess['confidence'] < CERTAIN:
        on_guess()
    encoding = webencodings.lookup(guess['encoding'] or '') if guess['confidence'] > 0.6 else None
    text = strictly(data, encoding.codec_info.name) if encoding else None
    return data.decode('cp1252', 'replace') if text is None else text


def strictly(data, encoding):
    try:
        return data.decode(encoding)
    except (UnicodeDecodeError, LookupError):
        return None
