/**
 * Tests that copying a zip of plain files in one loop gives the same result as reading the zip entry by entry. Tests
 * that a zip with special entries is read entry by entry.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { python } from '../../../../test/support/python.ts';

/**
 * Reads each zip in two ways: by copying it in one loop, and entry by entry. Prints whether copying in one loop was
 * possible, and whether both ways give the same bytes or the same error.
 */
const program = `
import io, json, os, stat, struct, tarfile, tempfile, warnings, zipfile
from engines.tools.libarchive import plain_zip, rules, runner
from engines.tools.libarchive.entry import Refused, Unreadable
warnings.simplefilter('ignore')
scratch = tempfile.TemporaryDirectory()
FILE, LINK = stat.S_IFREG | 0o644, stat.S_IFLNK | 0o777
OWNER = b'UT\\x05\\0\\x03' + bytes(4) + b'ux\\x0b\\0\\x01\\x04\\xe8\\x03\\0\\0\\x04\\xe8\\x03\\0\\0'

def zipped(*names, content=b'text\\n', mode=FILE, extra=b'', method=zipfile.ZIP_DEFLATED):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, 'w', method) as archive:
        for name in names:
            info = zipfile.ZipInfo(name, (2001, 2, 3, 4, 5, 6))
            info.external_attr, info.extra, info.compress_type = mode << 16, extra, method
            archive.writestr(info, b'' if name.endswith('/') else content)
    return packed.getvalue()

def with_wrong_checksum(packed):
    packed = bytearray(packed)
    for mark, at in ((b'PK\\3\\4', 14), (b'PK\\1\\2', 16)):
        packed[packed.index(mark) + at] ^= 1
    return bytes(packed)

tape = io.BytesIO()
with tarfile.open(fileobj=tape, mode='w') as archive:
    archive.addfile(tarfile.TarInfo('../outside'))

plain = zipped('a', 'b/', 'b/c.txt', 'd/e f')
archives = {
    'plain': plain,
    'stored': zipped('a', 'b', method=zipfile.ZIP_STORED),
    'large': zipped('a', content=os.urandom(5 << 19)),
    'of a megabyte': zipped('a', content=bytes(1 << 20), method=zipfile.ZIP_STORED),
    'below a dot': zipped('./', './a', './b/c'),
    'of a user': zipped('a', 'b/c', extra=OWNER),
    'behind a tar': tape.getvalue() + plain,
    'not only ASCII': zipped('ä'),
    'with a line end': zipped('a\\nb', 'c'),
    'with a drive': zipped('C:/a', 'b'),
    'with a backslash': zipped('a\\\\\\\\b', 'c'),
    'outside': zipped('../a', 'b'),
    'from the root': zipped('/a', 'b'),
    'with an empty name': zipped('a//b', 'c'),
    'with a long name': zipped('a' * 100, extra=OWNER),
    'with a path twice': zipped('a', 'b', 'a'),
    'with a file for a folder': zipped('a', 'a/b'),
    'with a deep file for a folder': zipped('a', 'a/b/c/d'),
    'with links': zipped('a', mode=LINK, content=b'b'),
    'for the superuser': zipped('a', mode=FILE | stat.S_ISUID),
    'with a wrong checksum': with_wrong_checksum(plain),
    'without an end': plain[:-30],
    'that grows': zipped('a', 'b', content=bytes(40 << 20)),
}

def outcome_of(work):
    try:
        return work()
    except (Refused, Unreadable) as error:
        return f'{type(error).__name__}: {error}'

def result(path):
    with open(path, 'rb') as file: return file.read()

found = {}
for name, content in archives.items():
    work = tempfile.mkdtemp(dir=scratch.name)
    source, output = os.path.join(work, 'in'), os.path.join(work, 'out')
    with open(source, 'wb') as file: file.write(content)
    step = dict(input=source, output=output, work=work, outputDir=work, writer=dict(format='pax_restricted'))
    reader = dict(tool='libarchive', formats=['zip_seekable'])
    copied = plain_zip.copied(step, reader, len(content))
    assert os.path.exists(output) == copied, name
    one = result(output) if copied else None
    other = outcome_of(lambda: runner.repack_within(work, step, reader, len(content), False) or result(output))
    found[name] = 'copied' if copied and one == other else 'differs' if copied else 'left'
print(json.dumps(found))
`;

test('uses the fast copy of a zip only if all entries are ordinary files', () => {
  assert.deepEqual(JSON.parse(python(program)), {
    plain: 'copied',
    stored: 'copied',
    large: 'copied',
    'of a megabyte': 'copied',
    'below a dot': 'copied',
    'of a user': 'copied',
    'behind a tar': 'copied',
    'not only ASCII': 'left',
    'with a line end': 'left',
    'with a drive': 'left',
    'with a backslash': 'left',
    outside: 'left',
    'from the root': 'left',
    'with an empty name': 'left',
    'with a long name': 'left',
    'with a path twice': 'left',
    'with a file for a folder': 'left',
    'with a deep file for a folder': 'left',
    'with links': 'left',
    'for the superuser': 'left',
    'with a wrong checksum': 'left',
    'without an end': 'left',
    'that grows': 'left',
  });
});
