/** Tests the status of an advisory on a machine, and that the list of advisories is well formed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatNamed } from '@protean/formats';
import { advisories } from './advisories.ts';
import { statusOf, type Advisory, type InstalledPackage } from './advisory.ts';
import { installedVersions } from '../catalogue/installed-versions.ts';
import { advisoryNumbers, candidatesIn } from './installed-packages.ts';
import { AdvisoryFindings, countsOf, findAdvisories } from './findings.ts';

const row: Advisory = {
  id: 'CVE-2026-8461',
  aliases: ['GHSA-aaaa-bbbb-cccc'],
  source: 'ffmpeg',
  packages: ['ffmpeg'],
  fixedIn: ['8.1.2', '7.1.5', '5.1.10'],
  formats: ['avi', 'mkv'],
  effect: 'out-of-bounds write',
  url: 'https://example.com/',
};

const machine = { codename: 'bookworm', disabled: new Set<string>() };

const status = (
  installed: Partial<InstalledPackage> | undefined,
  {
    advisory = {},
    disabled = machine.disabled,
  }: { advisory?: Partial<Advisory>; disabled?: Set<string> } = {},
) =>
  statusOf(
    { ...row, ...advisory },
    installed && { name: 'ffmpeg', version: '7:5.1.9-0+deb12u1', named: new Set(), ...installed },
    { ...machine, disabled },
  );

test('reports "fixed" for the first fixed version of a branch and all later versions', () => {
  for (const version of ['8.1.2', '7:8.2-1', '7:7.1.5-0+deb13u1', '7:5.1.10-0+deb12u1', '7:9.0-1'])
    assert.equal(status({ version }), 'fixed', version);
  for (const version of ['7:8.1.1-1', '7:8.0-1', '7:7.1.4-0+deb13u1', '7:6.1.9-1', '7:5.1.9-0+deb12u1'])
    assert.equal(status({ version }), 'open', version);
});

test('reports "fixed_by_debian" if the changelog mentions the advisory by its id or an alias', () => {
  assert.equal(status({ named: new Set(['CVE-2026-8461']) }), 'fixed_by_debian');
  assert.equal(status({ named: new Set(['GHSA-aaaa-bbbb-cccc']) }), 'fixed_by_debian');
  assert.equal(status({ named: new Set(['CVE-2026-8462']) }), 'open');
});

test('compares the installed version with the Debian version that the advisory lists as fixed', () => {
  const advisory = { debian: { bookworm: '7:5.1.9-0+deb12u2' } };
  const [before, after] = ['7:5.1.9-0+deb12u1', '7:5.1.9-0+deb12u2'];
  assert.equal(status({ version: after, named: undefined }, { advisory }), 'fixed_by_debian');
  assert.equal(status({ version: before, named: undefined }, { advisory }), 'unknown');
  assert.equal(status({ version: before }, { advisory }), 'open');
});

test('reports "unknown" if the changelog and the fixed version are both unknown', () => {
  assert.equal(status({ named: undefined }), 'unknown');
});

test('reports an available update, a missing package and an unaffected version', () => {
  assert.equal(status({ candidate: '7:5.1.9-0+deb12u2' }), 'update_available');
  assert.equal(status({ candidate: '7:5.1.9-0+deb12u1' }), 'open');
  assert.equal(status(undefined), 'not_installed');
  assert.equal(status({}, { advisory: { since: '6.0' } }), 'not_affected');
});

test('reports "disabled" only if all affected formats are disabled', () => {
  assert.equal(status({}, { disabled: new Set(['avi']) }), 'open');
  assert.equal(status({}, { disabled: new Set(['avi', 'mkv']) }), 'disabled');
  assert.equal(status({}, { advisory: { blocked: 'The decoder is not listed.' } }), 'blocked');
});

test('reads package versions from dpkg and apt, and advisory ids from a changelog', () => {
  const paragraph = (name: string, state: string) => `Package: ${name}\nStatus: ${state}\nVersion: 1:2-3\n`;
  const read = installedVersions(
    [paragraph('a', 'install ok installed'), paragraph('b', 'deinstall ok config-files')].join('\n'),
  );
  assert.deepEqual([...read], [['a', '1:2-3']]);
  const policy =
    'a:\n  Installed: 1\n  Candidate: 2\n  Version table:\n     2 500\nb:\n  Candidate: (none)\n';
  assert.deepEqual([...candidatesIn(policy)], [['a', '2']]);
  assert.deepEqual(
    [...advisoryNumbers('Fix CVE-2026-8461, CVE-2026-100000 (GHSA-g89c-p67h-r497); CVE-12')],
    ['CVE-2026-8461', 'CVE-2026-100000', 'GHSA-g89c-p67h-r497'],
  );
});

test('checks only the first installed package that an advisory lists', async () => {
  const packages = new Map([['new', { name: 'new', version: '1', named: new Set<string>() }]]);
  const reader = {
    debian: () => Promise.resolve(packages),
    npm: (name: string) => ({ name, version: '9', named: new Set<string>() }),
  };
  const rows = [
    { ...row, id: 'CVE-2026-1001', packages: { npm: 'x' } },
    { ...row, id: 'CVE-2026-1002', packages: ['newest', 'new'] },
    { ...row, id: 'CVE-2026-1003', packages: ['old'] },
  ];
  const found = await findAdvisories(machine, reader, rows);
  assert.deepEqual(
    found.map(({ status, installed }) => [status, installed?.name]),
    [
      ['open', 'new'],
      ['fixed', 'x'],
      ['not_installed', undefined],
    ],
  );
  assert.deepEqual(
    [...countsOf(found)],
    [
      ['open', 1],
      ['fixed', 1],
      ['not_installed', 1],
    ],
  );
});

test('rereads the installed packages after an hour or after a failure', async () => {
  let [now, reads, fails] = [0, 0, true];
  const findings = new AdvisoryFindings(machine, { elapsed: () => now }, () => {
    reads += 1;
    return fails ? Promise.reject(new Error('unreadable')) : Promise.resolve([]);
  });
  await assert.rejects(findings.read());
  fails = false;
  await findings.read();
  await findings.read();
  assert.equal(reads, 2);
  now = 3_600_000;
  await findings.read();
  assert.equal(reads, 3);
});

test('each advisory has a unique identifier, known formats and an https link', () => {
  const number = /^(?:CVE-\d{4}-\d{4,}|GHSA(?:-[0-9a-z]{4}){3})$/;
  const keys = advisories.map(({ source, id }) => `${source} ${id}`);
  assert.equal(new Set(keys).size, keys.length, 'a row is listed twice');
  for (const { id, aliases = [], formats, blocked, fixedIn, debian, url } of advisories) {
    for (const name of [id, ...aliases]) assert.match(name, number);
    for (const ext of formats) assert.equal(formatNamed(ext)?.ext, ext, id);
    assert.ok(formats.length > 0 || blocked !== undefined, `${id} reaches no format and does not say why`);
    assert.ok(fixedIn.length > 0 || debian !== undefined || id.startsWith('CVE'), id);
    assert.match(url, /^https:\/\//);
  }
});
