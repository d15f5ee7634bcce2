/** Reads the visible text of results, if possible with a tool other than the engines under test. */
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import xlsx from 'xlsx';
import { python, pythonFile, run } from '../../samples/run.ts';
import { readData } from '../oracles/data/data-reading.ts';
import { typstPage } from '../oracles/documents/typst-page.ts';
import type { Reading } from './compare.ts';
import { output, pdfText, text, xmlText } from './file-text.ts';
import type { OfficeRendering } from './office-rendering.ts';

/** The arguments of a reader in addition to the file. */
interface ReadingContext {
  ext: string;
  office: OfficeRendering;
}

type Reader = (file: string, context: ReadingContext) => Promise<Reading>;

/** Reads the visible text of a result. Throws if the format has no reader. */
export async function readResult(file: string, ext: string, office: OfficeRendering): Promise<Reading> {
  const reader = readers[ext];
  if (!reader) throw new Error(`no reader for ${ext}: add one to test/prove/differential/reading.ts`);
  return reader(file, { ext, office });
}

export const isReadable = (ext: string): boolean => Object.hasOwn(readers, ext);

const pdf: Reader = async (file) => ({ text: await pdfText(file), numbersLists: true });

const postScript: Reader = async (file) => {
  const printed = `${file}.pdf`;
  await run('/usr/bin/gs', ['-q', '-dBATCH', '-dNOPAUSE', '-sDEVICE=pdfwrite', '-o', printed, file]);
  return { text: await pdfText(printed), numbersLists: true };
};

const xps: Reader = async (file) => ({
  text: await output('/usr/bin/mutool', ['draw', '-q', '-F', 'txt', file]),
  numbersLists: true,
});

/** Reads the text of the pages that LibreOffice prints. The text in `all` also includes comments and notes. */
export const officeFile: Reader = async (file, { ext, office }) => {
  const [named, printed, flat] = [`${file}.named.${ext}`, `${file}.print.pdf`, `${file}.flat.xml`];
  await copyFile(file, named);
  await office.print(named, printed, flat);
  return { text: await pdfText(printed), all: await xmlText(flat), numbersLists: true };
};

/** The element with the visible content, by format. In formats that are not listed, all elements are visible. */
const shownElements: Readonly<Record<string, string>> = {
  icml: 'Content',
  fods: 'body',
};

const xml: Reader = async (file, { ext }) => {
  const within = shownElements[ext];
  return { text: await xmlText(file, within), ...(within ? { all: await xmlText(file) } : {}) };
};

const timedText: Reader = async (file) => ({ text: await xmlText(file), all: await text(file) });

/** Returns the text that a browser would show for a web page or an EPUB. */
export const shownPage = async (file: string): Promise<string> =>
  (await pythonFile(path.join(import.meta.dirname, 'page_text.py'), [file])).stdout.toString();

const page: Reader = async (file) => ({
  text: await shownPage(file),
  all: await text(file).catch(() => ''),
  numbersLists: true,
});

const mailProgram = `import email, email.policy, mailbox, sys
source, page = sys.argv[1:3]
read = lambda file: email.message_from_binary_file(file, policy=email.policy.default)
if source.endswith('.mbox'):
    box = mailbox.mbox(source, factory=read)
    messages = [box[key] for key in box.keys()]
else:
    with open(source, 'rb') as file: messages = [read(file)]
out = []
for message in messages:
    body = message.get_body(('html', 'plain'))
    text = body.get_content()
    heads = [message[name] or '' for name in ('from', 'to', 'cc', 'subject') if not source.endswith('.mhtml')]
    out += [f'<p>{head.replace("<", "&lt;")}</p>' for head in heads]
    out.append(text if body.get_content_type() == 'text/html' else '<pre>' + text.replace('<', '&lt;') + '</pre>')
    out += [f'<p>{part.get_filename()}</p>' for part in message.iter_attachments() if part.get_filename()]
open(page, 'w', encoding='utf-8').write('\\n'.join(out))`;

/** Reads the headers, the body and the attachment names of each message with Python's email package. */
const mail: Reader = async (file) => {
  const shown = `${file}.page.html`;
  await python(mailProgram, [file, shown]);
  return { text: await shownPage(shown), all: await text(file), numbersLists: true };
};

/** Returns a reader that converts a file from the pandoc format `from` to HTML, and reads the text of the HTML. */
function dialect(from: string): Reader {
  return async (file) => {
    const shown = `${file}.read.html`;
    const options = ['-s', '-f', from, '-t', 'html', '--mathjax', '-M', 'pagetitle=x'];
    await run('/usr/bin/pandoc', [...options, '-o', shown, file]);
    const [rendered, source] = await Promise.all([shownPage(shown), text(file)]);
    return { text: unescaped(rendered), all: source, numbersLists: true };
  };
}

/** The list labels that pandoc's LaTeX reader understands, by the name of the numbering in LaTeX. */
const itemTypes: Readonly<Record<string, string>> = {
  arabic: '1',
  alph: 'a',
  Alph: 'A',
  roman: 'i',
  Roman: 'I',
};

/**
 * Returns a reader that applies `rewrite` to the source before pandoc reads it. `rewrite` replaces syntax that pandoc's
 * reader does not understand.
 */
const rewritten =
  (from: string, rewrite: (source: string) => string): Reader =>
  async (file, context) => {
    const copy = `${file}.rewritten`;
    await writeFile(copy, rewrite(await text(file)));
    return dialect(from)(copy, context);
  };

/** Replaces LaTeX syntax that pandoc's reader drops: labels of lists, checkboxes, and terms after `\tightlist`. */
const latex = rewritten('latex', (source) =>
  source
    .replaceAll('\\tightlist\n', '')
    .replace(/\\item\[(\$\\(?:boxtimes|square)\$)\]/g, '\\item $1')
    .replace(
      /(\\begin\{enumerate\})\s*\\def\\labelenum\w+\{(\(?)\\(\w+)\{\w+\}([.)])\}/g,
      (_, begin: string, before: string, type: string, after: string) =>
        `${begin}[${before}${itemTypes[type] ?? type}${after}]`,
    ),
);

/** Reads the HTML that pandoc makes from JATS, and adds the text of the JATS file, because pandoc drops list labels. */
const jats: Reader = async (file, context) => {
  const shown = await dialect('jats')(file, context);
  return { ...shown, text: `${shown.text}\n${await xmlText(file)}` };
};

/**
 * pandoc's DocBook reader drops the start number of a list and the title of an example. Rewrites the start number of a
 * list as the number of its first item, and the title of an example as a paragraph.
 */
const docbook = rewritten('docbook', (source) =>
  source
    .replace(/(<orderedlist\b[^>]*?)\s+startingnumber="(\d+)"([^>]*>\s*<listitem\b)/g, '$1$3 override="$2"')
    .replace(/(<example\b[^>]*>\s*)<title>(.*?)<\/title>/gs, '$1<para>$2</para>'),
);

/**
 * Adds the list items of a Textile file with their numbers. In Textile, `#7 words` starts a list at number 7, but
 * pandoc reads this number as text.
 */
const textile: Reader = async (file, context) => {
  const shown = await dialect('textile')(file, context);
  const numbered: string[] = [];
  let number = 1;
  for (const line of (await text(file)).split('\n')) {
    const [item, start, words] = /^#+(\d*) (.*)$/.exec(line) ?? [];
    number = item === undefined ? 1 : start ? Number(start) : number;
    if (item !== undefined) numbered.push(`${number++}. ${words}`);
  }
  return { ...shown, text: `${shown.text}\n${numbered.join('\n')}` };
};

/**
 * Returns a reader that adds the list items of the source with their labels, such as `7.`, because pandoc's reader
 * merges adjacent lists.
 */
const labelled = (from: string): Reader => {
  const read = dialect(from);
  return async (file, context) => {
    const shown = await read(file, context);
    const items = (await text(file)).match(/^ *\w{1,5}[.)] .*$/gm) ?? [];
    return { ...shown, text: [shown.text, ...items].join('\n').replace(/\[@\d+\]/g, '') };
  };
};

/** Removes HTML comments, because they are not visible. */
const markdown = (source: string) => source.replace(/<!--.*?-->/gs, ' ');

const plain: Reader = async (file) => ({ text: await text(file), numbersLists: true });

const marked: Reader = async (file) => ({ text: await text(file), marked: true });

const md: Reader = async (file) => {
  const source = await text(file);
  return { text: markdown(unescaped(source)), all: source, marked: true, numbersLists: true };
};

/** Replaces HTML entities and backslash escapes with the characters that they represent. */
const unescaped = (source: string) =>
  source
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

/** Matches the target of a Markdown link to a heading. Readers of the rendered page do not see the target of a link. */
const headingLink = /\]\(#[^()\s]*\)/g;

const notebook: Reader = async (file) => {
  const { cells } = JSON.parse(await text(file)) as { cells: { source: string | string[] }[] };
  const source = cells.map((cell) => [cell.source].flat().join('')).join('\n');
  return {
    text: markdown(unescaped(source.replace(headingLink, ']'))),
    all: source,
    marked: true,
    numbersLists: true,
  };
};

const asciidoc: Reader = async (file) => {
  const shown = `${file}.read.html`;
  await run('/usr/bin/asciidoctor', ['-a', 'nofooter', '-o', shown, file]);
  return { text: await shownPage(shown), all: await text(file), numbersLists: true };
};

/**
 * Matches the groff macros that print the text of a link. `pdfMark` matches the macros that define outlines and
 * anchors. The groff macros of outlines and anchors print nothing.
 */
const pdfLink = /\\c\n\.pdfhref [LW] -D "[^"]*" -A "[^"]*" \\\n -- "(.*)"\n(?:\\&)?/g;
const pdfMark = /^\.pdfhref [OM] .*$/gm;

/** Reads groff source. Replaces link macros with their text, and names of non-ASCII characters with the characters. */
const roff: Reader = async (file) => {
  const source = (await text(file)).replace(pdfLink, '$1').replace(pdfMark, '');
  const plain = source.replace(/\\\[u([0-9A-F]{4,6})\]/g, (_, hex: string) =>
    String.fromCodePoint(parseInt(hex, 16)),
  );
  return { text: plain, marked: true };
};

/** Reads the text of a manual page as groff formats it. */
const manual: Reader = async (file) => ({
  text: await output('/usr/bin/groff', [
    ...['-t', '-k', '-man', '-Tutf8', '-P-cbou', '-rHY=0', '-rLL=300n', '-rU0', file],
  ]),
  numbersLists: true,
});

/**
 * Returns the texts of the `Dialogue` lines in SubStation Alpha subtitles. In a `Dialogue` line, the text is the tenth
 * and last field.
 */
const dialogueTexts = (source: string) =>
  [...source.matchAll(/^Dialogue:(?:[^,]*,){9}(.*)$/gm)].map(([, text = '']) => text).join('\n');

/** Reads the words of subtitles. Removes times, comments, style sheets, drawings and tags, and replaces entities. */
const subtitle: Reader = async (file, { ext }) => {
  const source = await text(file);
  const shown = (['ass', 'ssa'].includes(ext) ? `${dialogueTexts(source)}\n` : source)
    .replace(/^WEBVTT.*$/m, '')
    .replace(/^STYLE\b.*?\n\n/gms, '')
    .replace(/ --> .*$/gm, '')
    .replace(/\{\\p1\}.*?(\{\\p0\}|\n)/g, '\n')
    .replace(/^NOTE\b.*?\n\n/gms, '')
    .replace(/<\/?[a-z][^>]*>|\{\\[^}]*\}|\{[a-z]:[^}]*\}/gi, '')
    .replace(/\\[Nnh]|\|/g, '\n');
  return { text: unescaped(shown), all: source };
};

/**
 * Reads a CSV or TSV file, and writes each cell on a separate line, because `1,2` would be compared as a single number.
 */
const table: Reader = async (file, { ext }) => {
  const program = `import csv, sys
for row in csv.reader(open(sys.argv[1], encoding='utf-8', newline=''), delimiter=sys.argv[2]): print('\\n'.join(row))`;
  const { stdout } = await python(program, [file, ext === 'tsv' ? '\t' : ',']);
  return { text: stdout.toString() };
};

const exchange: Reader = async (file) => ({ text: (await text(file)).replaceAll(',', '\n') });

/** Replaces `\uXXXX` escapes with characters, and escaped line breaks and tabs with spaces. */
const escaped: Reader = async (file) => {
  const plain = (await text(file))
    .replace(/\\u([0-9a-fA-F]{4})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    .replace(/\\[nrt]/g, ' ');
  return { text: plain, marked: true };
};

/** Reads all `body` elements, because footnotes are in a separate `body`. */
const fictionBook: Reader = async (file) => {
  const program = `import sys, xml.etree.ElementTree as t
for body in t.parse(sys.argv[1]).getroot().iterfind('{*}body'):
    for line in body.iter():
        if line.tag.rpartition('}')[2] in ('p', 'td', 'th', 'subtitle', 'v', 'text-author'): print(''.join(line.itertext()))`;
  return {
    text: (await python(program, [file])).stdout.toString(),
    all: await xmlText(file),
    numbersLists: true,
  };
};

const typst: Reader = async (file, context) => page(await typstPage(file), context);

const book: Reader = async (file, { ext }) => {
  const reader = path.join(import.meta.dirname, '../oracles/books/book_reader.py');
  const { stdout } = await pythonFile(reader, [ext, file]);
  const { text: shown, newerText } = JSON.parse(stdout.toString()) as { text: string; newerText?: string };
  return { text: newerText ?? shown, marked: true };
};

/**
 * Reads the stored value and the displayed text of each cell. The text in `all` also includes the comments of the
 * cells.
 */
const workbook: Reader = async (file, { ext }) => {
  const bytes = await readFile(file);
  const isText = ext === 'slk';
  const options = { cellNF: true, cellText: true, codepage: 65_001 } as const;
  const read = isText
    ? xlsx.read(bytes.toString(), { ...options, type: 'string' })
    : xlsx.read(bytes, { ...options, type: 'buffer' });
  const lines: string[] = [];
  const notes: string[] = [];
  for (const name of read.SheetNames) {
    // Omits names such as `Sheet1`, which writers generate because the format requires a sheet name.
    if (!/^(?:Sheet|Table) ?\d+$/.test(name)) lines.push(name);
    for (const [at, cell] of Object.entries(read.Sheets[name] ?? {})) {
      if (at.startsWith('!')) continue;
      const { v, w, c } = cell as xlsx.CellObject;
      lines.push(w ?? '', typeof v === 'boolean' ? String(v) : String(v ?? ''));
      for (const { t } of c ?? []) notes.push(t);
    }
  }
  return { text: lines.join('\n'), all: [...lines, ...notes].join('\n'), numbersLists: true };
};

/** Reads the values of structured data as text, with all digits of numbers. */
const values: Reader = async (file, { ext }) => {
  const tagged = JSON.stringify(await readData(ext, file))
    .replace(/\{"(?:int|float|decimal|moment|bytes)":"([^"]*)"\}/g, '$1')
    .replace(/\\[nrt]/g, ' ');
  return { text: tagged, marked: true, numbersLists: true };
};

/** Reads the text of the pages that LibreOffice prints, and the stored results of fields, such as dates. */
const wordFile: Reader = async (file, context) => {
  const printed = await officeFile(file, context);
  const fields = await pythonFile(path.join(import.meta.dirname, 'word_fields.py'), [file]);
  return { ...printed, text: `${printed.text}\n${fields.stdout.toString()}` };
};

/** Returns an entry `[format, held]` for each format in `exts`, which is a list separated by spaces. */
export const each = <Held>(exts: string, held: Held): [string, Held][] =>
  exts.split(' ').map((ext) => [ext, held]);

const readers: Readonly<Record<string, Reader>> = Object.fromEntries([
  ...each('pdf', pdf),
  ...each('ps', postScript),
  ...each('xps', xps),
  ...each('docx docm dotx', wordFile),
  ...each('doc dot rtf odt ott fodt odp otp fodp pptx pptm ppsx potx ppt pps pot odg', officeFile),
  ...each('html xhtml epub htmlz', page),
  ...['dokuwiki', 'jira', 'mediawiki', 'opml'].map((ext): [string, Reader] => [ext, dialect(ext)]),
  ...['muse', 'org', 'rst'].map((ext): [string, Reader] => [ext, labelled(ext)]),
  ...each('tex', latex),
  ...each('textile', textile),
  ...each('docbook', docbook),
  ...each('jats', jats),
  ...each('tei icml fods', xml),
  ...each('md', md),
  ...each('ipynb', notebook),
  ...each('adoc', asciidoc),
  ...each('texi sql', marked),
  ...each('ms', roff),
  ...each('typ', typst),
  ...each('txt vcf ics', plain),
  ...each('eml mbox mhtml', mail),
  ...each('man', manual),
  ...each('csv tsv', table),
  ...each('dif', exchange),
  ...each('srt vtt ass ssa sub lrc sbv', subtitle),
  ...each('json json5 yaml toml ndjson xml ini properties', escaped),
  ...each('fb2', fictionBook),
  ...each('azw3 mobi lit lrf pdb pmlz rb tcr txtz', book),
  ...each('xlsx xlsm xlsb xltx xls xlt slk ods ots dbf', workbook),
  ...each('plist msgpack cbor bson sqlite', values),
  ...each('parquet arrow avro', values),
  ...each('ttml', timedText),
]);
