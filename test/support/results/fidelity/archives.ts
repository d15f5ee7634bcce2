/**
 * Checks that archives keep times, modes, and names in any script or code page. Checks that no name or link in a result
 * points outside the archive's folder.
 */
import assert from 'node:assert/strict';
import path from 'node:path';
import { python } from '../../../samples/run.ts';
import type { Workbench, Observation } from '../workbench.ts';
import { members, outputOf } from '../measure.ts';

/**
 * Python program that prints the members of a tar as JSON: the name, the mode, the time in seconds, and the target if
 * the member is a symbolic link.
 */
const look = `
import json, sys, tarfile
print(json.dumps({m.name: [oct(m.mode & 0o777), int(m.mtime), m.linkname if m.issym() else ''] for m in tarfile.open(sys.argv[1])}))
`;

async function seen(tar: string): Promise<Record<string, [string, number, string]>> {
  return JSON.parse((await python(look, [tar])).stdout.toString()) as Record<
    string,
    [string, number, string]
  >;
}

async function made(lab: Workbench, name: string, program: string): Promise<string> {
  const file = path.join(lab.dir, name);
  await python(program, [file]);
  return file;
}

const whole: Observation = {
  description: 'archive members keep times, modes, links and names in a round trip through another format',
  see: async (lab) => {
    const due = await seen(await lab.samples.get('tar'));
    for (const by of ['zip', '7z', 'tar.zst', 'cpio', 'xar', 'iso']) {
      const back = await seen(await lab.converted(by, 'tar', {}, await lab.converted('tar', by, {})));
      for (const [name, facts] of Object.entries(due))
        assert.deepEqual(back[name], facts, `${name} by way of ${by}`);
    }
  },
};

/**
 * Returns a Python program that makes a zip with a file name in the code page `page`. The zip does not declare the code
 * page.
 */
const oldNames = (page: string, name: string) => `
import sys, zipfile
class Old(zipfile.ZipInfo):
    def _encodeFilenameFlags(self):
        return '${name}'.encode('${page}'), 0
with zipfile.ZipFile(sys.argv[1], 'w') as archive:
    for n in range(3):
        archive.writestr(Old(f'{n}'), b'words')
        break
`;

const named: Observation = {
  description: 'file names in legacy code pages are decoded correctly',
  see: async (lab) => {
    for (const [page, name] of [
      ['cp437', 'Käse und Brötchen.txt'],
      ['shift_jis', '日本語のファイル名です.txt'],
      ['cp866', 'Привет это русский текст.txt'],
      ['utf-8', 'Ærø 東京.txt'],
    ] as const) {
      const zip = await made(lab, 'old.zip', oldNames(page, name));
      const tar = await lab.converted('zip', 'tar', {}, zip);
      assert.deepEqual(Object.keys(await seen(tar)), [name], page);
    }
  },
};

const hostileTar = `
import io, sys, tarfile
with tarfile.open(sys.argv[1], 'w') as archive:
    def add(name, **facts):
        member = tarfile.TarInfo(name)
        for fact, value in facts.items():
            setattr(member, fact, value)
        member.size = 5 if member.isreg() else 0
        archive.addfile(member, io.BytesIO(b'words') if member.isreg() else None)
    add('good/file.txt')
    add('good/near', type=tarfile.SYMTYPE, linkname='file.txt')
    add('good/far', type=tarfile.SYMTYPE, linkname='../../../etc/passwd')
    add('good/root', type=tarfile.SYMTYPE, linkname='/etc/passwd')
    add('../up.txt')
    add('/absolute.txt')
    add('good/device', type=tarfile.CHRTYPE, devmajor=1, devminor=3)
    add('good/hard', type=tarfile.LNKTYPE, linkname='/etc/passwd')
    add('good/setuid.sh', mode=0o4755)
`;

const inside: Observation = {
  description:
    "devices, setuid bits, and links and names that point outside the archive's folder are removed",
  see: async (lab) => {
    const tar = await made(lab, 'hostile.tar', hostileTar);
    for (const to of ['zip', '7z', 'tar.gz', 'cpio']) {
      const result = await lab.converted('tar', to, {}, tar);
      const names = await members(result);
      assert.ok(names.includes('good/file.txt') && names.includes('good/near'), `${to}: ${names.join(' ')}`);
      for (const bad of ['good/far', 'good/root', 'good/device', 'good/hard'])
        assert.ok(!names.includes(bad), `${bad} as ${to}`);
      assert.ok(
        names.every((name) => !name.startsWith('/') && !name.includes('..')),
        `${to}: ${names.join(' ')}`,
      );
      const listing = await outputOf('/usr/bin/bsdtar', ['-tvf', result]);
      assert.doesNotMatch(listing, /^-..s/m, `nothing runs as another as ${to}`);
    }
  },
};

export const archives: readonly Observation[] = [whole, named, inside];
