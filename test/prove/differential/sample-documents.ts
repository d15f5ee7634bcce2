/** The samples of all formats as trait documents: what an independent reader shows of each must be in the results. */
import { copyFile, readFile } from 'node:fs/promises';
import { letter, letterTexts } from '../../samples/letter.ts';
import { python } from '../../samples/run.ts';
import type { Samples } from '../../samples/samples.ts';
import { cueTexts } from '../../samples/subtitle.ts';
import { tokensOf } from './compare.ts';
import type { OfficeRendering } from './office-rendering.ts';
import { readResult, shownPage } from './reading.ts';
import type { DocumentTrait, Phrase, TraitDocument } from './trait-document.ts';

/** What an independent reader shows of a sample. */
interface Rendering {
  /** Words or cells that a page shows. */
  shown: readonly Phrase[];
  /** Cells of the second and later sheets. */
  otherSheets?: readonly Phrase[];
  /** All text of the file. */
  vocabulary: string;
}

type Renderer = (file: string, ext: string, office: OfficeRendering) => Promise<Rendering>;

const ofText = (text: string, more = ''): Rendering => ({
  // A column of fractions writes whole numbers as fractions.
  shown: [...new Set(tokensOf(text))].map((word) => (/^\d+$/.test(word) ? [word, `${word}.0`] : word)),
  vocabulary: `${text}\n${more}`,
});

/** By the reader of results, which is none of the engines. */
const read: Renderer = async (file, ext, office) => {
  const { text, all } = await readResult(file, ext, office);
  return ofText(text, all);
};

/** LibreOffice prints the file. */
const printed: Renderer = async (file, _, office) => {
  const { text, all } = await readResult(file, 'odt', office);
  return ofText(text, all);
};

/** Python's Markdown makes a page of it. */
const markdownPage: Renderer = async (file) => {
  const page = `${file}.page.html`;
  const program = `import sys, markdown
open(sys.argv[2], 'w', encoding='utf-8').write(markdown.markdown(open(sys.argv[1], encoding='utf-8').read(), extensions=['extra']))`;
  await python(program, [file, page]);
  return ofText(await shownPage(page));
};

const mailProgram = `import email, email.policy, mailbox, sys
source, page = sys.argv[1:]
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

/** Python's email package finds the parts of a message. */
const mailPage: Renderer = async (file) => {
  const page = `${file}.page.html`;
  await python(mailProgram, [file, page]);
  return ofText(await shownPage(page), 'From To Cc Date Subject Attachments');
};

const cellsProgram = `import json, sys, xml.etree.ElementTree as t
from datetime import date
name = lambda node: node.tag.rpartition('}')[2]
def spellings(value):
    if value[:4].isdigit() and value[4:5] == '-': return [value[:10].replace('-', ''), str((date.fromisoformat(value[:10]) - date(1899, 12, 30)).days)]
    if value in ('0', '1'): return [['false', 'true'][int(value)], value + '.0']
    return [value + '.0'] if value.lstrip('-').isdigit() else []
sheets = []
for table in t.parse(sys.argv[1]).getroot().iterfind('.//{*}spreadsheet/{*}table'):
    cells = []
    for cell in table.iterfind('.//{*}table-cell'):
        for space in cell.iter():
            if name(space) in ('tab', 's', 'line-break'): space.text = ' '
        text = ' '.join(''.join(p.itertext()) for p in cell.iterfind('{*}p'))
        values = [v for k, v in cell.items() if k.rpartition('}')[2] in ('value', 'date-value', 'boolean-value', 'string-value')]
        if text: cells.append([text, *values, *(other for value in values for other in spellings(value))])
    sheets.append(cells)
print(json.dumps(sheets))`;

/** LibreOffice opens the workbook; each cell counts as it is shown or as it is stored. */
const workbookCells: Renderer = async (file, _, office) => {
  const flat = `${file}.flat.xml`;
  await office.print(file, `${file}.print.pdf`, flat);
  const { stdout } = await python(cellsProgram, [flat]);
  const [first = [], ...others] = JSON.parse(stdout.toString()) as string[][][];
  const later = others.flat();
  return { shown: first, otherSheets: later, vocabulary: `${await readFile(flat, 'utf8')}\nSheet1` };
};

/** Without times and the numbers of cues. */
const cueWords: Renderer = async (file, ext, office) => {
  const { text, all } = await readResult(file, ext, office);
  return { shown: cueTexts().flatMap(tokensOf), vocabulary: `${text}\n${all}` };
};

/** Nothing but our engines reads these: the words that the sample's writer put in. */
const written: Renderer = async (file) =>
  Promise.resolve({
    shown: letterTexts().flatMap(tokensOf),
    vocabulary: await readFile(file, 'utf8'),
  });

const each = (exts: string, renderer: Renderer): [string, Renderer][] =>
  exts.split(' ').map((ext) => [ext, renderer]);

const renderers: Readonly<Record<string, Renderer>> = Object.fromEntries([
  ...each('docx docm dotx doc dot rtf odt ott fodt sxw abw wpd wps pages', printed),
  ...each('pptx pptm ppsx potx ppt pps pot odp otp fodp sxi key', printed),
  ...each('odg otg fodg sxd pub', printed),
  ...each('html xhtml epub htmlz docbook jats opml fb2 man adoc ipynb typ txt pdf ps xps', read),
  ...each('azw3 mobi lit lrf pdb pmlz rb tcr txtz', read),
  ...each('csv tsv', read),
  ...each('srt vtt ass ssa sub lrc sbv ttml', cueWords),
  ...each('xlsx xlsm xlsb xltx xls xlt ods ots fods sxc dbf dif slk numbers', workbookCells),
  ...each('md', markdownPage),
  ...each('eml mbox mhtml', mailPage),
  ...each('tex rst org mediawiki dokuwiki jira muse creole t2t textile', written),
]);

/** Where a format has no links, their addresses are text. */
const address = letter.link.href;

const traitsOf = ({ shown, otherSheets = [], vocabulary }: Rendering): DocumentTrait[] => [
  { name: 'sample', shown, aside: true },
  {
    name: 'sample-sheets',
    shown: otherSheets,
    aside: true,
    losesWith: ['sheets'],
    warnings: ['sheets_left_out'],
  },
  { name: 'sample-additions', vocabulary: `${vocabulary}\n${address}` },
];

/** Documents named `sample`, of which each route converts one. */
export function sampleDocuments(samples: Samples): TraitDocument[] {
  return Object.entries(renderers).map(([ext, renderer]) => ({
    name: `sample-${ext}`,
    ext,
    traits: [],
    write: async (file) => copyFile(await samples.get(ext), file),
    readTraits: async (file, office) => traitsOf(await renderer(file, ext, office)),
  }));
}
