/**
 * Compares two responses to the same hostile request, which refers to a file. The file exists during the first request,
 * but not during the second request. Any difference between the two responses, other than times and IDs, would reveal
 * whether the file exists.
 */
import type { Answer } from '../support/server/service.ts';
import { layersOf, type Layer } from './tripwires/layers.ts';

/**
 * Describes how `other` differs from `one`. Returns undefined if the answers are equal. `again` repeats the request of
 * `one` with the same files. Parts of the answer that differ between `one` and its repetition are random, and are not
 * compared.
 */
export async function answerDifference(
  one: Answer | undefined,
  other: Answer | undefined,
  again: () => Promise<Answer | undefined>,
): Promise<string | undefined> {
  const plain = [outcome(one), outcome(other)];
  if (plain[0] !== plain[1]) return plain.join(' against ');
  if (!one || !other || one.status !== 200) return undefined;
  const [left, right] = [await contentOf(one.body), await contentOf(other.body)];
  const differing = namesOf(left, right);
  if (differing.length === 0) return undefined;
  const repeated = await again();
  if (!repeated || repeated.status !== 200) return undefined;
  // Ignores parts of the response that also change when the same request is repeated, because they reveal nothing about
  // the file.
  const unstable = namesOf(left, await contentOf(repeated.body));
  const stable = differing.filter((name) => !unstable.includes(name));
  return stable.length > 0 ? `other bytes in ${stable.slice(0, 3).join(', ')}` : undefined;
}

/**
 * Returns the reason in an error response, or the error code if there is no reason. Returns an empty string if the
 * conversion succeeded.
 */
export function reasonOf(answer: Answer | undefined): string {
  const reason = answer?.error.details?.['reason'];
  return typeof reason === 'string' ? reason : (answer?.error.code ?? '');
}

const outcome = (answer: Answer | undefined) =>
  answer ? `${answer.status} ${reasonOf(answer)} ${answer.error.message ?? ''}`.trim() : 'no answer';

async function contentOf(body: Buffer): Promise<Map<string, string>> {
  const layers = await layersOf(body);
  const wrapped = new Set(layers.flatMap(({ name }) => (name ? [name.slice(0, name.lastIndexOf('/'))] : [])));
  // The bytes of an archive or PDF also depend on when it was created, so only the parts inside the file are compared.
  const innermost = layers.filter((layer) => !(wrapped.has(layer.name) && isPacked(layer)));
  return new Map(innermost.map(({ name, bytes }) => [name || 'the result', timeless(bytes)]));
}

const isPacked = ({ bytes }: Layer) =>
  /^(?:PK|7z|%PDF|\x1f\x8b)/.test(bytes.subarray(0, 4).toString('latin1'));

const timesAndIds = [
  /\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?/g,
  /D:\d{14}[^)]*/g,
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi,
  /(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\w*,? [^<>"\n]{0,40}\d\d:\d\d:\d\d/g,
];

function timeless(bytes: Buffer): string {
  return timesAndIds.reduce((text, pattern) => text.replaceAll(pattern, ''), bytes.toString('latin1'));
}

function namesOf(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): string[] {
  const names = new Set([...one.keys(), ...other.keys()]);
  return [...names].filter((name) => one.get(name) !== other.get(name));
}
