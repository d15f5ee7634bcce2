/**
 * Joins names to one string, the detail of a warning. The message of the warning contains the joined string. `warn.py`
 * has the same function for runners in Python.
 */

/** Maximum length of a detail that `warnings.ts` accepts. */
const maxDetail = 120;

/** Returns as many distinct names as fit, followed by the number of omitted names. */
export function listed(names: readonly string[]): string {
  const plain = [...new Set(names)].map((name) => name.replaceAll(/[^\w .:+/%-]/g, '').trim() || 'one more');
  let shown = '';
  for (const [n, name] of plain.entries()) {
    const more = shown ? `${shown}, ${name}` : name;
    const rest = plain.length - n - 1;
    if (more.length > maxDetail - (rest > 0 ? ` and ${rest} more`.length : 0))
      return shown ? `${shown} and ${plain.length - n} more` : name.slice(0, maxDetail);
    shown = more;
  }
  return shown;
}
