/** Command line that uploads a file, for people and agents with a shell. */

/** Returns the command. `url` is ours and needs only the quoting of the shell. */
export function curlCommand(fileName: string, url: string): string {
  // Without -g, curl would read braces and brackets in the name as a pattern.
  return `curl -g -T ${quoted(fileName === '' || fileName === '-' ? 'FILE' : fileName)} ${quoted(url)}`;
}

/** Quotes text as one argument in a POSIX shell. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
