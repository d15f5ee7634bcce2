/** Builds the command that pages show as an example of a first request with a new API key. */

/**
 * Returns the `curl` command in 2 parts, before and after the API key. `base` is the URL of the service, with a
 * trailing slash.
 */
export function firstRequest(base: string): readonly [before: string, after: string] {
  return [
    `curl -f ${base}v1/convert \\\n  -H "Authorization: Bearer `,
    '" \\\n  -F file=@report.docx -F target=pdf \\\n  -o report.pdf',
  ];
}
