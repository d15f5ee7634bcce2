/** A request for the command line that converts a file with a key. `base` is the service's URL, with a trailing slash. */
export const firstRequest = (base: string, key: string): string =>
  [
    `curl -f ${base}v1/convert \\`,
    `  -H "Authorization: Bearer ${key}" \\`,
    '  -F file=@report.docx -F target=pdf \\',
    '  -o report.pdf',
  ].join('\n');
