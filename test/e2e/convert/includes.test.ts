/**
 * No file that an input names appears in a result, and no response shows whether such a file exists. For files that the
 * view shows, the engines' own sandboxes and filters ensure this. For engines without their own sandbox, the view does.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { leaksIn } from '../../hostile/tripwires/leaks.ts';
import { documentsNaming } from './includes/documents.ts';
import { markupNaming, type FileReference } from './includes/markup.ts';
import { hidden, openWorlds, places, secret, type World, type Worlds } from './includes/worlds.ts';
import { post, type Answer, type Service } from '../../support/server/service.ts';

let worlds: Worlds;
before(async () => {
  worlds = await openWorlds();
});
after(() => worlds.close());

const named = (world: World): Service => {
  const service = worlds.services.get(world);
  assert.ok(service, world);
  return service;
};

const convert = (naming: Omit<FileReference, 'name'>, to: string, world: World): Promise<Answer> =>
  convertBy(named(world), naming, to);

const convertBy = (
  service: Service,
  { ext, content }: Omit<FileReference, 'name'>,
  to: string,
): Promise<Answer> =>
  post(`${service.url}/api/convert`, [
    ['target', to],
    ['source', ext],
    ['file', new File([new Uint8Array(Buffer.from(content as string))], `a.${ext}`)],
  ]);

/** The parts of a response that could reveal a file, without the request's id. */
const said = ({ status, body, error: { code, message, details } }: Answer) =>
  status === 200
    ? { status, body: withoutFontNumbers(body).toString('base64') }
    : { status, code, message, details };

/** LibreOffice numbers the fonts of an RTF file in a different order each time. */
function withoutFontNumbers(body: Buffer): Buffer {
  if (!body.subarray(0, 5).equals(Buffer.from('{\\rtf'))) return body;
  const text = body.toString('latin1').replace(/\{\\fonttbl.*?\}\}\n/s, '');
  return Buffer.from(text.replaceAll(/\\(a?f)\d+/g, '\\$1'), 'latin1');
}

async function check(naming: FileReference, to: string, others: readonly World[]): Promise<void> {
  const what = `${naming.ext} with ${naming.name} → ${to}`;
  const [shown, ...more] = await Promise.all(
    (['present', ...others] as const).map((world) => convert(naming, to, world)),
  );
  assert.ok(shown && [200, 400].includes(shown.status), `${what}: ${shown?.status} ${shown?.error.message}`);
  assert.notEqual(shown.error.code, 'unsupported_route', what);
  assert.deepEqual(await leaksIn(shown.body, [secret]), [], what);
  for (const [n, answer] of more.entries())
    assert.deepEqual(said(answer), said(shown), `${what}: ${others[n]}`);
}

/** Includes a target that pandoc writes outside its own sandbox and one inside. Typst has no document targets. */
const usualTargets: Readonly<Record<string, readonly string[]>> = {
  html: ['docx', 'md'],
  typ: ['html', 'pdf'],
};

for (const naming of markupNaming) {
  test(`reveals no file for ${naming.ext} with ${naming.name}`, async () => {
    for (const to of usualTargets[naming.ext] ?? ['docx', 'html'])
      await check(naming, to, ['missing', 'directory']);
  });
}

/** All ways to name a file that a writer or a later step could follow. */
const everywhere = [
  'md pictures',
  'md html',
  'md raw',
  'md slide',
  'md book metadata',
  'rst include',
  'tex listing',
];

test('reveals no file in any other target', { timeout: 280_000 }, async () => {
  for (const naming of markupNaming.filter(({ ext, name }) => everywhere.includes(`${ext} ${name}`))) {
    for (const to of ['odt', 'epub', 'pptx', 'rtf', 'pdf', 'tex']) {
      if (to !== naming.ext) await check(naming, to, ['missing']);
    }
  }
});

test('reveals nothing of an endless or unreadable file', async () => {
  for (const naming of markupNaming.filter(({ ext, name }) => everywhere.includes(`${ext} ${name}`))) {
    await check(naming, 'docx', ['endless', 'unreadable']);
  }
});

const documentTargets: Readonly<Record<string, readonly string[]>> = {
  svg: ['png', 'pdf', 'emf'],
  docx: ['html', 'epub', 'pdf'],
  odt: ['html', 'epub', 'pdf'],
  fodt: ['pdf'],
  html: ['docx', 'pdf', 'epub'],
  md: ['docx', 'pdf', 'odt'],
  epub: ['html', 'docx', 'pdf'],
  htmlz: ['epub'],
  txtz: ['epub'],
  fb2: ['epub'],
  ps: ['pdf'],
  eps: ['pdf'],
  eml: ['pdf', 'html'],
  yaml: ['json'],
  xml: ['json'],
};

for (const naming of documentsNaming) {
  test(`reveals no file for ${naming.ext} with ${naming.name}`, { timeout: 120_000 }, async () => {
    for (const to of documentTargets[naming.ext] ?? []) await check(naming, to, ['missing']);
  });
}

/** Engines without their own sandbox follow these names. Only the view keeps the files from being read. */
const followed: readonly (readonly [naming: string, to: string])[] = [
  ['rst include', 'docx'],
  ['org include', 'html'],
  ['tex listing', 'docx'],
  ['adoc include', 'html'],
  ['ps run', 'txt'],
];

for (const [what, to] of followed) {
  test(`hides the file that ${what} names by the view alone`, { timeout: 120_000 }, async () => {
    const naming = [...markupNaming, ...documentsNaming].find(({ ext, name }) => `${ext} ${name}` === what);
    assert.ok(typeof naming?.content === 'string', what);
    const elsewhere = places.reduce((content, place) => content.replaceAll(place, hidden), naming.content);
    const [shown, notShown] = await Promise.all(
      [naming.content, elsewhere].map((content) =>
        convertBy(worlds.unguarded, { ext: naming.ext, content }, to),
      ),
    );
    assert.notDeepEqual(
      await leaksIn(shown?.body ?? Buffer.of(), [secret]),
      [],
      'the engine has a sandbox still',
    );
    assert.deepEqual(await leaksIn(notShown?.body ?? Buffer.of(), [secret]), []);
  });
}

test('does not reveal the script that the job runs', async () => {
  for (const attribute of ['stylesheet', 'docinfodir']) {
    const content = `= words\n:${attribute}: /job/task/script\n:docinfo: shared\n\nwords\n`;
    const { status, body, error } = await convert({ ext: 'adoc', content }, 'html', 'missing');
    assert.equal(status, 200, error.message);
    assert.deepEqual(await leaksIn(body, ['prlimit']), [], attribute);
  }
});

test('replaces a missing image with its alternative text or a note with its name', async () => {
  const words = async (content: string, to: string) => {
    const { status, body, error } = await convert({ ext: 'md', content }, to, 'missing');
    assert.equal(status, 200, `${to}: ${error.message}`);
    return leaksIn(body, ['[picture: pic.png]', 'A harbour']);
  };
  for (const to of ['docx', 'odt', 'epub', 'pptx', 'rtf', 'fb2']) {
    assert.deepEqual(
      await words('![](some/where/pic.png)\n', to),
      ['read: the result holds [picture: pic.png]'],
      to,
    );
    assert.deepEqual(await words('![A harbour](pic.png)\n', to), ['read: the result holds A harbour'], to);
  }
  for (const to of ['html', 'pdf', 'tex', 'rst']) await words('![](pic.png)\n', to);
});
