/** Lists the text formats. If the target is text, a result with only a picture of a page would be useless. */
export const wordTargets: ReadonlySet<string> = new Set([
  ...['md', 'rst', 'org', 'adoc', 'textile', 'mediawiki', 'dokuwiki', 'jira', 'creole', 'muse', 't2t', 'man'],
  ...['ms', 'texi', 'ipynb', 'opml', 'doc.json'],
]);
