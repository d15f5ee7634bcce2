/**
 * Checks that results never contain the content of files that an input refers to, and that no response shows whether
 * these files exist.
 */
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { leaksIn } from '../../../hostile/tripwires/leaks.ts';
import { post, type Answer, type Service } from '../../../support/server/service.ts';
import { markupNaming, type FileReference } from './markup.ts';
import { openWorlds, secret, type World, type Worlds } from './worlds.ts';

/** All kinds of file references that the writer of the target format or a later conversion step could follow. */
const everywhere = [
  'md pictures',
  'md html',
  'md raw',
  'md slide',
  'md book metadata',
  'rst include',
  'tex listing',
];

export const markupFollowedEverywhere = markupNaming.filter(({ ext, name }) =>
  everywhere.includes(`${ext} ${name}`),
);

/**
 * Starts a server for each world before the tests, and closes the servers afterwards. In each world, a server finds
 * different content at the same paths (see worlds.ts).
 */
export function worldsFixture(names: readonly World[]) {
  let worlds: Worlds;
  before(async () => {
    worlds = await openWorlds(names);
  });
  after(() => worlds.close());

  const convert = (naming: Omit<FileReference, 'name'>, to: string, world: World): Promise<Answer> => {
    const service = worlds.services.get(world);
    assert.ok(service, world);
    return convertBy(service, naming, to);
  };

  /**
   * Sends the same conversion to the server of the world `present`, in which the referenced files exist, and to the
   * servers of the worlds `others`. Checks that the servers of all worlds send equal responses, and that the response
   * of `present` does not contain the secret of the referenced file.
   */
  const check = async (naming: FileReference, to: string, others: readonly World[]): Promise<void> => {
    const what = `${naming.ext} with ${naming.name} → ${to}`;
    const [shown, ...more] = await Promise.all(
      (['present', ...others] as const).map((world) => convert(naming, to, world)),
    );
    assert.ok(
      shown && [200, 400].includes(shown.status),
      `${what}: ${shown?.status} ${shown?.error.message}`,
    );
    assert.notEqual(shown.error.code, 'unsupported_route', what);
    assert.deepEqual(await leaksIn(shown.body, [secret]), [], what);
    for (const [n, answer] of more.entries())
      assert.deepEqual(said(answer), said(shown), `${what}: ${others[n]}`);
  };
  return { convert, check };
}

export const convertBy = (
  service: Service,
  { ext, content }: Omit<FileReference, 'name'>,
  to: string,
): Promise<Answer> =>
  post(`${service.url}/api/convert`, [
    ['target', to],
    ['source', ext],
    ['file', new File([new Uint8Array(Buffer.from(content as string))], `a.${ext}`)],
  ]);

/** Returns the parts of a response that could reveal a file. Omits the request's id, which always differs. */
const said = ({ status, body, error: { code, message, details } }: Answer) =>
  status === 200
    ? { status, body: withoutFontNumbers(body).toString('base64') }
    : { status, code, message, details };

/**
 * Returns RTF without its fonts and their numbers, because LibreOffice numbers fonts in a different order each time.
 */
function withoutFontNumbers(body: Buffer): Buffer {
  if (!body.subarray(0, 5).equals(Buffer.from('{\\rtf'))) return body;
  const text = body.toString('latin1').replace(/\{\\fonttbl.*?\}\}\n/s, '');
  return Buffer.from(text.replaceAll(/\\(a?f)\d+/g, '\\$1'), 'latin1');
}
