/**
 * Strings with newlines, quotes or option syntax are used only as the value of an option or tag. A fixed seed selects
 * the strings.
 */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { optionNames, parseOption, type OptionName } from '@protean/engines/contract/options.ts';
import { errorStatus } from '../../../packages/server/src/errors.ts';
import { makeKey } from '../../support/files/effects/pdf-files.ts';
import { outputOf } from '../../support/results/measure.ts';
import { ffmpeg, probed } from '../../support/results/media-tags.ts';
import { Workbench } from '../../support/results/workbench.ts';

const lab = await Workbench.open();

const texts = [
  ...['|', '-', '--help', '-o/tmp/x', '@/job/in/in.pdf', "'; touch /job/out/x; '", '$(id)', '%s%n', '\\'],
  ...['"', 'a\nb', '\n--config\n', 'a\r\n-b', '\u0085', '\u2028', '=x', '[CHAPTER]', '; #', '\ud800', 'ä💥'],
];

const accepted = (name: OptionName) => texts.filter((text) => parseOption(name, text) !== undefined);

/**
 * The routes with which each option that accepts hostile strings is tested. If `routes` has no entry for a new option,
 * the first test of this file fails.
 */
const routes: Partial<Record<OptionName, readonly (readonly [from: string, to: string])[]>> = {
  password: [
    ['pdf', 'txt'],
    ['docx', 'pdf'],
    ['xls', 'csv'],
    ['zip', 'tar'],
    ['7z', 'zip'],
    ['rar', 'zip'],
    ['tar', 'zip'],
    ['tar', '7z'],
  ],
  new_password: [['pdf', 'pdf']],
  sheet: [
    ['xlsx', 'csv'],
    ['ods', 'json'],
    ['xlsx', 'pdf'],
  ],
  subset: [
    ['ttf', 'woff2'],
    ['otf', 'otf'],
  ],
  instance: [['ttf', 'otf']],
  ...Object.fromEntries(
    [
      ...['page_footer', 'page_header', 'redact', 'redact_expression', 'set_author', 'set_keywords'],
      ...['set_subject', 'set_title', 'stamp_text'],
    ].map((name) => [name, [['pdf', 'pdf']]]),
  ),
};

/** Options that need a certificate. A separate test sends the certificate. */
const signing = ['sign_password', 'sign_reason'] as const;

test('every option that accepts hostile strings is tested with hostile strings', () => {
  const free = optionNames.filter((name) => accepted(name).length > 1);
  assert.deepEqual(free.sort(), [...Object.keys(routes), ...signing].sort());
});

for (const name of signing)
  test(`signs a pdf if the option ${name} is a hostile string`, { timeout: 240_000 }, async () => {
    const file = await lab.samples.get('pdf');
    for (const text of accepted(name)) {
      const options = { sign_password: 'secret', sign_reason: 'Approved', [name]: text };
      const { file: key } = await makeKey(lab.dir, 'ec', options.sign_password);
      const signed = await lab.converted('pdf', 'pdf', { ...options, sign_certificate: key }, file);
      const facts = await readFile(await lab.converted('pdf', 'json', {}, signed), 'utf8');
      const { signatures } = JSON.parse(facts) as { signatures: { reason: string; valid: boolean }[] };
      assert.deepEqual(
        signatures.map(({ reason, valid }) => ({ reason, valid })),
        [{ reason: options.sign_reason.toWellFormed(), valid: true }],
      );
    }
  });

for (const [name, pairs] of Object.entries(routes) as [OptionName, readonly (readonly [string, string])[]][])
  for (const [from, to] of pairs)
    test(
      `converts ${from} to ${to} or refuses the request if the option ${name} is a hostile string`,
      { timeout: 240_000 },
      async () => {
        const file = await lab.samples.get(from);
        const chosen = fc.sample(fc.constantFrom(...accepted(name)), { seed: 49, numRuns: 6 });
        for (const text of new Set(['|', '-x', ...chosen])) {
          const { status, error, body } = await lab.send(file, from, to, { [name]: text });
          const what = `${JSON.stringify(text)}: ${status} ${error.message}`;
          assert.ok(status === 200 || (status >= 400 && status < 500), what);
          if (status !== 200) assert.ok(Object.hasOwn(errorStatus, error.code ?? ''), what);
          if (status !== 200 || !(name === 'new_password' || from === 'tar')) continue;
          const locked = path.join(lab.dir, `locked.${to}`);
          await writeFile(locked, body);
          const open = async (password: string) =>
            (await lab.send(locked, to, to === 'pdf' ? 'txt' : 'tar', { password })).status;
          assert.deepEqual([await open(text), await open(`${text}x`)], [200, 400], what);
        }
      },
    );

for (const to of ['mp3', 'ogg', 'm4a', 'mka', 'wav', 'opus'])
  test(
    `stores a title as one tag in ${to}, even if the title looks like command-line options and chapters`,
    { timeout: 120_000 },
    async () => {
      const song = path.join(lab.dir, `song-${to}.flac`);
      const title = '-map 0\n[CHAPTER]\nSTART=0\nartist=Injected;comment=x\\ #"\'';
      const source = await lab.samples.get('flac');
      await ffmpeg('-i', source, '-c', 'copy', '-metadata', `title=${title}`, song);
      const result = await lab.converted('flac', to, {}, song);
      const { format, streams, chapters } = await probed(result);
      const tags = [format.tags ?? {}, ...streams.map((stream) => stream.tags ?? {})];
      const values = tags.flatMap((one) => Object.entries(one));
      assert.deepEqual(chapters, []);
      assert.ok(
        !values.some(([key, value]) => /artist|comment/i.test(key) && /Injected|^x/.test(value)),
        JSON.stringify(values),
      );
      assert.ok(
        values.some(([key, value]) => key.toLowerCase() === 'title' && value.startsWith('-map 0')),
        JSON.stringify(values),
      );
    },
  );

test('treats TeX commands in a page title as plain text in TeX and PDF', { timeout: 120_000 }, async () => {
  const title = '\\input{/etc/hostname} -o x --- {{ "a" | b }} %$title';
  const page = path.join(lab.dir, 'title.html');
  await writeFile(page, `<title>${title}</title><h1>A</h1><p>text</p>`);
  const tex = await readFile(await lab.converted('html', 'tex', {}, page), 'utf8');
  assert.doesNotMatch(tex, /[^\\]\\input\{/);
  const info = await outputOf('/usr/bin/pdfinfo', [await lab.converted('html', 'pdf', {}, page)]);
  assert.ok(info.includes(title), info);
});
