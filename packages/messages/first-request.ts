/** The first request with a new key, which the pages show as a command. */

/** Returns a command that converts a file, split at the key. `base` is the service's URL, with a trailing slash. */
export function firstRequest(base: string): readonly [before: string, after: string] {
  return [
    `curl -f ${base}v1/convert \\\n  -H "Authorization: Bearer `,
    '" \\\n  -F file=@report.docx -F target=pdf \\\n  -o report.pdf',
  ];
}
