/** Writes a command line that uploads a file, for people and agents with a shell. */

/** Returns the command. `url` was created by this service and needs only shell quoting. */
export function curlCommand(fileName: string, url: string): string {
  // Without -g, curl would interpret braces and brackets in the file name as a pattern.
  return `curl -g -T ${quoted(fileName === '' || fileName === '-' ? 'FILE' : fileName)} ${quoted(url)}`;
}

/** Quotes a string as one argument in a POSIX shell. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
