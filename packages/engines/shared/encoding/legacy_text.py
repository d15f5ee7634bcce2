"""Decodes bytes if their encoding is not declared, or is declared wrongly. Detects the encoding with the same detector
as for text files."""
import codecs
import json
import os
import subprocess

ENGINES = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
IN_SANDBOX = os.path.join(os.path.dirname(os.path.dirname(ENGINES)), 'node')
# In the sandbox, Node has a fixed path. Outside of the sandbox, for example in tests, Node is found in the PATH.
NODE = IN_SANDBOX if os.path.exists(IN_SANDBOX) else 'node'

# Maps an encoding to its superset. If a file declares an encoding from this list, the text is decoded with the
# superset, as in browsers.
EXTENDED = {
    'iso8859-1': 'cp1252', 'iso8859-9': 'cp1254', 'iso8859-11': 'cp874', 'tis-620': 'cp874',
    'gb2312': 'gb18030', 'gbk': 'gb18030', 'shift_jis': 'cp932', 'euc_kr': 'cp949', 'big5': 'big5hkscs',
}


def detect(data: bytes, kind: str = 'txt') -> tuple[str, bool]:
    """Returns the most likely codec of `data`, and whether the detection is certain. `kind` is a text format, or `dos`
    if `data` lists the file names of an archive, one per line."""
    script = os.path.join(ENGINES, 'passes/encoding/detect-bytes.ts')
    done = subprocess.run([NODE, script, kind], input=data, capture_output=True, check=True)
    found = json.loads(done.stdout)
    return found['codec'], found['certain']


def declared(data: bytes, charset: str | None) -> str | None:
    """Decodes `data` in the encoding `charset`. If decoding in `charset` fails, decodes `data` as UTF-8. Returns None
    if `data` can be decoded in neither encoding."""
    for name in (charset, 'utf-8'):
        try:
            codec = codecs_name(name) if name else ''
            # Files that declare Windows-1252 are often UTF-8. A file that declares Windows-1252 is decoded as UTF-8 if
            # it is valid UTF-8.
            if codec and not (codec == 'cp1252' and is_utf8(data)):
                return data.decode(codec)
        except (LookupError, UnicodeDecodeError, ValueError):
            continue
    return None


def decoded(data: bytes, kind: str) -> str:
    """Decodes `data` as UTF-8 if it is valid UTF-8, otherwise in its most likely encoding."""
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
