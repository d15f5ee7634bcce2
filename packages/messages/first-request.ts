/** Builds the first request with a new key, which pages show as a command. */

/**
 * Returns the command that converts a file, in 2 parts: before and after the key. `base` is the URL of the service,
 * with a trailing slash.
 */
export function firstRequest(base: string): readonly [before: string, after: string] {
  return [
    `curl -f ${base}v1/convert \\\n  -H "Authorization: Bearer `,
    '" \\\n  -F file=@report.docx -F target=pdf \\\n  -o report.pdf',
  ];
}
