/**
 * Checks that documents and books keep structure, notes, pictures and characters in every script, and that PDFs embed
 * their fonts.
 */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { python, run } from '../../../samples/run.ts';
import type { Workbench, Observation } from '../workbench.ts';
import { bytes, members, memberText, outputOf, pdfInfo, text, textOfPages } from '../measure.ts';

/** Writes a Markdown document with all kinds of content of a typical report, and returns its path. */
async function report(lab: Workbench): Promise<string> {
  const picture = (await readFile(await lab.samples.get('png'))).toString('base64');
  const file = path.join(lab.dir, 'report.md');
  await writeFile(
    file,
    [
      '# Tides\n\nThe water rose[^1] and *fell*, as **ever**; see [the tables](https://example.org/tides).\n',
      '## Boats\n\n1. Marigold\n2. Tern\n\n- sail\n    - jib\n- oar\n',
      '| Boat | Berth |\n|---|---:|\n| Marigold | 12 |\n',
      `![A harbour](data:image/png;base64,${picture})\n`,
      '> Ærø, Žofie, Ελλάδα, Москва, 東京, שלום\n',
      '```\nlet x = 1;\n```\n',
      '[^1]: By two metres.\n',
    ].join('\n'),
  );
  return file;
}

const everything = [
  'Tides',
  'rose',
  'Boats',
  'Marigold',
  'jib',
  'Berth',
  'Ærø',
  'Ελλάδα',
  'Москва',
  '東京',
  'let x = 1;',
  'By two metres',
];

function assertReported(words: string, what: string): void {
  for (const due of everything) assert.ok(words.includes(due), `“${due}” ${what}`);
}

const structured: Observation = {
  description:
    'a report keeps headings, lists, tables, links, notes, pictures and code in other document formats',
  see: async (lab) => {
    const md = await report(lab);
    const docx = await lab.converted('md', 'docx', {}, md);
    assert.ok(
      (await members(docx)).some((name) => name.includes('media/')),
      'the picture is in the docx',
    );
    const odt = await lab.converted('docx', 'odt', {}, docx);
    const content = await memberText(odt, 'content.xml');
    for (const sign of [
      /<text:h [^>]*outline-level="2"/,
      /text:note-class="footnote"/,
      /<table:table /,
      /<text:list /,
      /xlink:href="https:\/\/example\.org\/tides"/,
      /<draw:image /,
    ])
      assert.match(content, sign, 'in the odt');
    for (const [from, file] of [
      ['docx', docx],
      ['odt', odt],
      ['md', md],
    ] as const) {
      const html = await text(await lab.converted(from, 'html', {}, file));
      for (const sign of [
        /<h2/,
        /<ol/,
        /<table/,
        /<td/,
        /href="https:\/\/example\.org\/tides"/,
        /(footnote|fn1)/,
        /<strong>|<b>/,
        /<img[^>]*src="data:image\/png/,
      ])
        assert.match(html, sign, `${from} to html`);
      assertReported(html.replaceAll(/&#x?\w+;/g, ''), `from ${from} to html`);
      if (from === 'md') continue;
      const markdown = await text(await lab.converted(from, 'md', {}, file));
      for (const sign of [
        /^## Boats/m,
        /^1\. +Marigold/m,
        /^\| ?Marigold *\| +12 *\|/m,
        /\[the tables\]\(https:\/\/example\.org\/tides\)/,
        /^\[\^1\]: +By two metres/m,
      ])
        assert.match(markdown, sign, `${from} to md`);
    }
  },
};

const printed: Observation = {
  description: 'the PDF of a report contains all its words, its picture and its link, and embeds its fonts',
  see: async (lab) => {
    const md = await report(lab);
    const docx = await lab.converted('md', 'docx', {}, md);
    const html = await lab.converted('md', 'html', {}, md);
    for (const [from, file] of [
      ['md', md],
      ['docx', docx],
      ['html', html],
      ['epub', await lab.converted('md', 'epub', {}, md)],
    ] as const) {
      const pdf = await lab.converted(from, 'pdf', {}, file);
      assertReported(await textOfPages(pdf), `from ${from} on paper`);
      const fonts = (await outputOf('/usr/bin/pdffonts', [pdf])).trim().split('\n').slice(2);
      assert.ok(fonts.length > 0);
      for (const font of fonts)
        assert.match(font, /\s(yes)\s+(yes|no)\s+(yes|no)\s+\d+\s+\d+$/, `${from}: embedded`);
      assert.ok(
        (await outputOf('/usr/bin/pdfimages', ['-list', pdf])).trim().split('\n').length > 2,
        `${from}: the picture`,
      );
      assert.match(
        await outputOf('/usr/bin/python3', ['-c', links, pdf]),
        /example\.org\/tides/,
        `${from}: the link`,
      );
    }
  },
};

const links = `
import sys, pikepdf
report = pikepdf.open(sys.argv[1])
for page in report.pages:
    for note in page.get('/Annots', []):
        print(note.get('/A', {}).get('/URI', ''))
`;

const tagged: Observation = {
  description: 'the PDF of a long document is tagged, and its tags are compressed',
  see: async (lab) => {
    const sections = Array.from(
      { length: 60 },
      (_, n) => `## Part ${n}\n\n- one\n- two\n\n${'Word and word. '.repeat(30)}\n`,
    );
    const md = path.join(lab.dir, 'long.md');
    await writeFile(md, sections.join('\n'));
    const pdf = await lab.converted('docx', 'pdf', {}, await lab.converted('md', 'docx', {}, md));
    assert.match(await pdfInfo(pdf), /^Tagged: +yes/m);
    const loose = `${pdf}.loose`;
    await run('/usr/bin/qpdf', ['--object-streams=disable', pdf, loose]);
    const [packed, alone] = [await bytes(pdf), await bytes(loose)];
    assert.ok(packed < alone / 1.5, `${packed} bytes, and ${alone} were each tag an object of its own`);
  },
};

/**
 * Returns a presentation with one line in an obsolete font. As in old files, the style contains the name of the font
 * family instead of a reference to a font declaration.
 */
const oldSlide = (words: string) => `<?xml version="1.0"?><office:document office:version="1.2"
  office:mimetype="application/vnd.oasis.opendocument.presentation"
  xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"
  xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"
  xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"
  xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"><office:automatic-styles>
  <style:style style:name="P" style:family="paragraph"><style:text-properties fo:font-family="Thorndale"
  style:font-family-generic="roman" style:font-pitch="variable" fo:font-size="20pt"/></style:style></office:automatic-styles>
  <office:body><office:presentation><draw:page draw:name="1"><draw:frame svg:x="1cm" svg:y="1cm" svg:width="24cm"
  svg:height="3cm"><draw:text-box><text:p text:style-name="P">${words}</text:p></draw:text-box></draw:frame></draw:page>
  </office:presentation></office:body></office:document>`;

const slides: Observation = {
  description: 'the letters of a word in an old presentation stay together if the font is substituted',
  see: async (lab) => {
    const words = 'The quick brown fox jumps over the lazy dog';
    const file = path.join(lab.dir, 'old.fodp');
    await writeFile(file, oldSlide(words));
    assert.equal((await textOfPages(await lab.converted('fodp', 'pdf', {}, file))).trim(), words);
  },
};

const bound: Observation = {
  description: 'a book keeps its cover, title, author and chapters in a round trip through another format',
  see: async (lab) => {
    const epub = await lab.samples.get('epub');
    const due = await metadata(epub);
    assert.match(due, /Title\s*:.*Quiet Harbour[\s\S]*Protean Samples/);
    for (const to of ['mobi', 'azw3', 'fb2', 'htmlz']) {
      const there = await lab.converted('epub', to, {});
      const back = await lab.converted(to, 'epub', {}, there);
      for (const line of due.match(/^(Title|Author\(s\))\s*: .*$/gm) ?? [])
        assert.ok((await metadata(back)).includes(line.split(' [')[0] ?? line), `${line} by way of ${to}`);
      assert.ok((await coverOf(lab, back)) > 0, `the cover by way of ${to}`);
      const contents = await outputOf('/usr/bin/bsdtar', ['-xOf', back]);
      for (const chapter of ['First Light', 'Second Watch'])
        assert.ok(contents.includes(chapter), `${chapter} by way of ${to}`);
    }
  },
};

const metadata = (file: string) => outputOf('/usr/bin/ebook-meta', [file]);

/** Resolves with the size of the cover in bytes. Rejects if the book has no cover. */
async function coverOf(lab: Workbench, file: string): Promise<number> {
  const cover = path.join(await mkdtemp(path.join(lab.dir, 'cover-')), 'cover');
  await run('/usr/bin/ebook-meta', [file, `--get-cover=${cover}`]);
  return bytes(cover);
}

/**
 * Python program that moves the package document of an EPUB to the folder `a/b`. The program adds `../../` to the links
 * in the package document, because the new folder is two levels deeper. The program also percent-encodes the links.
 */
const elsewhere = `
import re, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as old, zipfile.ZipFile(sys.argv[2], 'w') as new:
    package = re.search('full-path="([^"]+)"', old.read('META-INF/container.xml').decode())[1]
    folder = package.rpartition('/')[0]
    escaped = lambda href: ''.join(c if c in './' else f'%{ord(c):02X}' for c in href)
    moved = lambda href: f'href="../../{escaped(f"{folder}/{href[1]}".lstrip("/"))}"'
    for entry in old.infolist():
        data = old.read(entry)
        if entry.filename == 'META-INF/container.xml':
            data = data.replace(package.encode(), b'a/b/package.opf')
        if entry.filename == package:
            entry.filename = 'a/b/package.opf'
            data = re.sub('(?<=[ ])href="([^"]+)"', moved, data.decode()).encode()
        new.writestr(entry, data)
`;

const spread: Observation = {
  description: 'an EPUB is read completely even if its package document is not in the folder of its content',
  see: async (lab) => {
    const usual = await lab.samples.get('epub');
    const unusual = path.join(lab.dir, 'spread.epub');
    await python(elsewhere, [usual, unusual]);
    for (const to of ['txt', 'md']) {
      const due = await readFile(await lab.converted('epub', to, {}, usual), 'utf8');
      const read = await readFile(await lab.converted('epub', to, {}, unusual), 'utf8');
      assert.ok(due.length > 200);
      assert.equal(read, due, to);
    }
  },
};

const mailPages: Observation = {
  description: 'an email message with a table as long as a page fits on one page',
  see: async (lab) => {
    const words = `<p>${'Words of a newsletter that is one row of a table. '.repeat(10)}</p>`;
    const mail = path.join(lab.dir, 'newsletter.eml');
    const headers =
      'From: a@b.example\r\nTo: c@d.example\r\nSubject: News\r\nContent-Type: text/html\r\n\r\n';
    await writeFile(mail, `${headers}<table width="600"><tr><td>${words.repeat(6)}</td></tr></table>`);
    const pdf = await lab.converted('eml', 'pdf', {}, mail);
    assert.match(await pdfInfo(pdf), /^Pages:\s+1$/m);
  },
};

const commented: Observation = {
  description:
    'a comment in a document is kept if the target supports comments, and does not prevent a PDF conversion',
  see: async (lab) => {
    const flat = path.join(lab.dir, 'commented.fodt');
    const names = ['office', 'text'].map(
      (name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
    );
    await writeFile(
      flat,
      `<office:document ${names.join(' ')} xmlns:dc="http://purl.org/dc/elements/1.1/" office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.text"><office:body><office:text><text:p>Low <office:annotation><dc:creator>Ada</dc:creator><text:p>Which tide?</text:p></office:annotation>water</text:p></office:text></office:body></office:document>`,
    );
    const docx = await lab.converted('fodt', 'docx', {}, flat);
    assert.match(await memberText(docx, 'word/comments.xml'), /Which tide\?/);
    assert.match(await textOfPages(await lab.converted('docx', 'pdf', {}, docx)), /Low water/);
  },
};

const tasks: Observation = {
  description: 'task list items in Markdown stay checked or unchecked in HTML and DOCX',
  see: async (lab) => {
    const file = path.join(lab.dir, 'tasks.md');
    await writeFile(file, '- [x] sweep\n- [ ] paint\n');
    const html = await text(await lab.converted('md', 'html', {}, file));
    // pandoc 3 writes enabled checkboxes with labels.
    assert.match(html, /<input type="checkbox"(?: disabled="")? checked="" \/>\s*sweep/);
    assert.match(html, /<input type="checkbox"(?: disabled="")? \/>\s*paint/);
    const docx = await lab.converted('md', 'docx', {}, file);
    assert.match(await memberText(docx, 'word/document.xml'), /☒[\s\S]*☐/);
  },
};

const neighbours: Observation = {
  description:
    'a PDF made from HTML has compressed objects, and no engine adds paths of local files to its links',
  see: async (lab) => {
    const links = '<a href="other.html">one</a> <a href="https://example.org/">two</a>';
    // WeasyPrint prints web pages that use `float: footnote`. An engine other than WeasyPrint prints web pages without
    // `float: footnote`.
    for (const style of ['', 'span { float: footnote }']) {
      const file = path.join(lab.dir, 'links.html');
      await writeFile(
        file,
        `<!DOCTYPE html><title>x</title><style>${style}</style><p>${links} <span>n</span></p>`,
      );
      const pdf = await lab.converted('html', 'pdf', {}, file);
      if (style === '') assert.ok((await readFile(pdf, 'latin1')).includes('/ObjStm'), 'packed');
      const objects = await outputOf('/usr/bin/qpdf', ['--qdf', '--object-streams=disable', pdf, '-']);
      const named = [...objects.matchAll(/\/URI \(([^)]*)\)/g)].map(([, address]) => address);
      assert.deepEqual(named, ['https://example.org/'], style);
    }
  },
};

export const documents: readonly Observation[] = [
  tasks,
  neighbours,
  commented,
  mailPages,
  structured,
  printed,
  tagged,
  slides,
  bound,
  spread,
];
