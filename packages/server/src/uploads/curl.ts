/** The command line that uploads a file, for people and agents who have a shell. */

/** `url` is ours and needs no quoting beyond that of the shell. */
export function curlCommand(fileName: string, url: string): string {
  // Without -g, braces and brackets in the name would be a pattern.
  return `curl -g -T ${quoted(fileName === '' || fileName === '-' ? 'FILE' : fileName)} ${quoted(url)}`;
}

/** As one word of a POSIX shell. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
