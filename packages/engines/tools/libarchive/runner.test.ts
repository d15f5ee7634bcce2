/**
 * Tests that an archive with independent entries is read once, with the same result as reading it twice. Tests that an
 * archive with interdependent entries is read twice.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { python } from '../../../../test/support/python.ts';

/**
 * Converts archives of several kinds to tar, each as a small and as a large archive. Prints the number of passes over
 * the small archive, and its converted entries.
 */
const program = `
import io, json, os, tarfile, tempfile, warnings, zipfile
from engines.tools.libarchive import binding, runner
warnings.simplefilter('ignore')
scratch = tempfile.TemporaryDirectory()

def zipped(*members):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, 'w', zipfile.ZIP_DEFLATED) as archive:
        for name, content in members:
            archive.writestr(zipfile.ZipInfo(name, (2001, 2, 3, 4, 5, 6)), content)
    return packed.getvalue()

def taped(*members, mode='w'):
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode=mode) as archive:
        for name, content, target in members:
            info = tarfile.TarInfo(name)
            info.size, info.mtime = len(content), 981_173_106
            if target: info.type, info.linkname = tarfile.LNKTYPE, target
            archive.addfile(info, io.BytesIO(content))
    return packed.getvalue()

zips, tars, packed = (dict(tool='libarchive', formats=[name], filters=filters) for name, filters in
                      [('zip_seekable', []), ('tar', []), ('tar', ['xz'])])
archives = {
    'plain zip': (zips, zipped(('a/b', b'one'), ('a/c', b''), ('ä', b'two' * 9000))),
    'zip with a path that comes twice': (zips, zipped(('a', b'one'), ('b', b'two'), ('a', b'last'))),
    'zip of DOS': (zips, zipped(('a', b'one'), ('dXt.txt', b'two')).replace(b'dXt.txt', 'dät.txt'.encode('cp437'))),
    'plain tar.xz': (packed, taped(('a', b'one', ''), ('b', b'two', ''), mode='w:xz')),
    'tar with a hard link': (tars, taped(('a', b'one', ''), ('b', b'', 'a'))),
}
passes = 0
read_entries = binding.read_entries

def counted(*words):
    global passes
    passes += 1
    return read_entries(*words)

binding.read_entries = counted

def converted(name, small):
    global passes
    passes, runner.SMALL = 0, small
    reader, content = archives[name]
    work = tempfile.mkdtemp(dir=scratch.name)
    source, output = os.path.join(work, 'in'), os.path.join(work, 'out')
    with open(source, 'wb') as file: file.write(content)
    runner.repack(dict(input=source, output=output, work=work, outputDir=work, writer=dict(format='pax_restricted')), reader)
    left = [name for name in sorted(os.listdir(work)) if not name.startswith('.')]
    assert left == ['in', 'out'], left
    with tarfile.open(output) as archive:
        listed = [[member.name, archive.extractfile(member).read().decode()[:9]] for member in archive]
    with open(output, 'rb') as file: return passes, listed, file.read()

found = {}
for name in archives:
    (once, listed, result), (twice, _, same) = converted(name, 1 << 20), converted(name, -1)
    assert result == same, name
    assert twice == 2, name
    found[name] = [once, listed]
print(json.dumps(found))
`;

test('one pass over a small archive with independent entries produces the same result as two passes', () => {
  assert.deepEqual(JSON.parse(python(program)), {
    'plain zip': [
      1,
      [
        ['a/b', 'one'],
        ['a/c', ''],
        ['ä', 'twotwotwo'],
      ],
    ],
    'zip with a path that comes twice': [
      3,
      [
        ['b', 'two'],
        ['a', 'last'],
      ],
    ],
    'zip of DOS': [
      3,
      [
        ['a', 'one'],
        ['dät.txt', 'two'],
      ],
    ],
    'plain tar.xz': [
      1,
      [
        ['a', 'one'],
        ['b', 'two'],
      ],
    ],
    'tar with a hard link': [
      3,
      [
        ['a', 'one'],
        ['b', 'one'],
      ],
    ],
  });
});
