"""Reads bytes that do not say, or say wrongly, in which encoding they are; the detector is that of text files."""
import codecs
import json
import os
import subprocess

ENGINES = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
IN_SANDBOX = os.path.join(os.path.dirname(os.path.dirname(ENGINES)), 'node')
# Tests run runners outside of the sandbox too, where it is on the path.
NODE = IN_SANDBOX if os.path.exists(IN_SANDBOX) else 'node'

# What is declared under a name is mostly in its extension by Windows, as browsers know.
EXTENDED = {
    'iso8859-1': 'cp1252', 'iso8859-9': 'cp1254', 'iso8859-11': 'cp874', 'tis-620': 'cp874',
    'gb2312': 'gb18030', 'gbk': 'gb18030', 'shift_jis': 'cp932', 'euc_kr': 'cp949', 'big5': 'big5hkscs',
}


def detect(data: bytes, kind: str = 'txt') -> tuple[str, bool]:
    """The codec that `data` is likely in, and whether that is certain; `kind` is a text format, or `dos` for names from
    an archive, one a line."""
    script = os.path.join(ENGINES, 'passes/encoding/detect-bytes.ts')
    done = subprocess.run([NODE, script, kind], input=data, capture_output=True, check=True)
    found = json.loads(done.stdout)
    return found['codec'], found['certain']


def declared(data: bytes, charset: str | None) -> str | None:
    """`data` as text where it is in `charset`, as UTF-8 or ASCII without one; None where it is not."""
    for name in (charset, 'utf-8'):
        try:
            codec = codecs_name(name) if name else ''
            # What claims to be Western is in UTF-8 as often.
            if codec and not (codec == 'cp1252' and is_utf8(data)):
                return data.decode(codec)
        except (LookupError, UnicodeDecodeError, ValueError):
            continue
    return None


def decoded(data: bytes, kind: str) -> str:
    """Decodes `data` as UTF-8, or else in its most likely encoding."""
    codec = 'utf-8-sig' if is_utf8(data) else detect(data, kind)[0]
    return data.decode(codec, 'replace')


def codecs_name(charset: str) -> str:
    name = codecs.lookup(charset.strip().strip('"\'')).name
    return EXTENDED.get(name, name)


def is_utf8(data: bytes) -> bool:
    try:
        data.decode('utf-8')
        return True
    except UnicodeDecodeError:
        return False
