/** Markup and plain text formats, one row each. All markup formats have the category document. */
import type { Format, Trait } from '../format.ts';

const rich: readonly Trait[] = ['text', 'structure', 'styling', 'images'];

/** Traits of formats that store images only in separate files, so that a single file has no images. */
const textOnly: readonly Trait[] = ['text', 'structure', 'styling'];

/** Traits of formats that can express formulas. */
const scholarly: readonly Trait[] = [...textOnly, 'math'];

function dialect(
  ext: string,
  name: string,
  mime: string,
  aliases: readonly string[],
  holds = textOnly,
): Format {
  return { ext, name, category: 'document', mime, ...(aliases.length > 0 ? { aliases } : {}), holds };
}

export const markup: readonly Format[] = [
  dialect('md', 'Markdown', 'text/markdown', ['markdown', 'mkd', 'mdown'], [...rich, 'math']),
  { ...dialect('html', 'HTML', 'text/html', ['htm'], [...rich, 'math']), hub: true },
  dialect('xhtml', 'XHTML', 'application/xhtml+xml', ['xht'], [...rich, 'math']),
  dialect(
    'doc.json',
    'Protean document structure',
    'application/vnd.protean.document+json',
    [],
    [...rich, 'math'],
  ),
  dialect('chunks.ndjson', 'Protean document chunks', 'application/vnd.protean.chunks+json', [], scholarly),
  dialect('hocr', 'hOCR', 'text/vnd.hocr+html', [], ['text', 'layout', 'pages']),
  dialect('txt', 'Plain text', 'text/plain', ['text'], ['text']),
  dialect('rst', 'reStructuredText', 'text/x-rst', ['rest'], scholarly),
  dialect('org', 'Org mode', 'text/x-org', [], scholarly),
  dialect('tex', 'LaTeX', 'application/x-tex', ['latex', 'ltx'], scholarly),
  dialect('typ', 'Typst', 'text/x-typst', ['typst'], [...scholarly, 'layout', 'pages']),
  dialect('adoc', 'AsciiDoc', 'text/asciidoc', ['asciidoc'], scholarly),
  dialect('mediawiki', 'MediaWiki markup', 'text/x-mediawiki', ['wiki'], scholarly),
  dialect('dokuwiki', 'DokuWiki markup', 'text/x-dokuwiki', []),
  dialect('jira', 'Jira wiki markup', 'text/x-jira', []),
  dialect('creole', 'Creole', 'text/x-creole', []),
  dialect('textile', 'Textile', 'text/x-textile', []),
  dialect('muse', 'Emacs Muse', 'text/x-muse', []),
  dialect('t2t', 'txt2tags', 'text/x-txt2tags', []),
  dialect('docbook', 'DocBook', 'application/docbook+xml', ['dbk'], scholarly),
  dialect('jats', 'JATS', 'application/jats+xml', [], scholarly),
  dialect('tei', 'TEI', 'application/tei+xml', [], scholarly),
  dialect('icml', 'InCopy story', 'application/x-incopy-icml', []),
  dialect('opml', 'OPML outline', 'text/x-opml', [], ['text', 'structure']),
  dialect('ipynb', 'Jupyter notebook', 'application/x-ipynb+json', [], [...rich, 'math']),
  dialect('man', 'Manual page', 'text/troff', ['roff']),
  dialect('ms', 'Groff ms', 'text/x-troff-ms', [], scholarly),
  dialect('texi', 'Texinfo', 'application/x-texinfo', ['texinfo'], scholarly),
];
