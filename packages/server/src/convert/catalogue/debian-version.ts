/**
 * Compares Debian package versions as `dpkg --compare-versions` does (deb-version(7)). Does not run dpkg, because
 * hundreds of comparisons, each in a separate process, would take 1 s.
 */

/** Returns a number below, equal to or above 0, like a comparison function of `sort`. */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [partsOf(one), partsOf(other)];
  return (
    Math.sign(a.epoch - b.epoch) ||
    compareParts(a.upstream, b.upstream) ||
    compareParts(a.revision, b.revision)
  );
}

/**
 * Returns the version without epoch and Debian revision. For a version such as `22.01+really26.02`, returns the real
 * version.
 */
export function upstreamVersion(version: string): string {
  const { upstream } = partsOf(version);
  return upstream.replace(/^.*\+really/, '').replace(/[+~](?:dfsg|ds|repack|really).*$/, '');
}

function partsOf(version: string): { epoch: number; upstream: string; revision: string } {
  const [, epoch = '0', rest = ''] = /^(?:(\d+):)?(.*)$/s.exec(version) ?? [];
  const dash = rest.lastIndexOf('-');
  // A missing revision equals the revision 0.
  if (dash < 0) return { epoch: Number(epoch), upstream: rest, revision: '' };
  return { epoch: Number(epoch), upstream: rest.slice(0, dash), revision: rest.slice(dash + 1) };
}

/** Splits both versions into runs of non-digits and runs of digits, and compares them run by run. */
function compareParts(one: string, other: string): number {
  const [a, b] = [runsOf(one), runsOf(other)];
  for (let n = 0; n < Math.max(a.length, b.length); n += 2) {
    const order =
      compareCharacters(a[n] ?? '', b[n] ?? '') || Math.sign(Number(a[n + 1] ?? 0) - Number(b[n + 1] ?? 0));
    if (order !== 0) return order;
  }
  return 0;
}

/**
 * Splits text into alternating sequences of non-digits and digits. The result begins with a sequence of non-digits,
 * which may be empty.
 */
const runsOf = (part: string) =>
  [...part.matchAll(/(\D*)(\d*)/g)].flatMap(([, other = '', digits = '']) => [other, digits]);

function compareCharacters(one: string, other: string): number {
  for (let n = 0; n < Math.max(one.length, other.length); n += 1) {
    const order = Math.sign(rankOf(one[n]) - rankOf(other[n]));
    if (order !== 0) return order;
  }
  return 0;
}

/** Returns a number for sorting: a tilde sorts before the end of the text, and letters before all other characters. */
function rankOf(character: string | undefined): number {
  if (character === '~') return -1;
  if (character === undefined) return 0;
  const code = character.charCodeAt(0);
  return /[A-Za-z]/.test(character) ? code : code + 256;
}
