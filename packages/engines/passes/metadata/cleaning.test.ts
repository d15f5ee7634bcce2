/**
 * Tests that the cleaners remove metadata and keep content in small inputs, and that each check finds leftover
 * metadata.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { pythonEnv } from '../../../../test/support/python.ts';

/**
 * Evaluates Python expressions with the cleaner modules imported. If a cleaner refuses an input, the result contains
 * the reason of the cleaner.
 */
function evaluated(...expressions: string[]): unknown[] {
  const program = `
import json, sys, struct
sys.dont_write_bytecode = True
from engines.passes.metadata.cleaners import (
    books,
    boxes,
    chunks,
    exif,
    jpeg,
    markup,
    ooxml,
    opendocument,
    pages,
    pictures,
    richtext,
    subtitles,
    svg,
)
from engines.passes.metadata.cleaners.notes import Notes, Refused
def found(expression):
    try:
        value = eval(expression)
        return value.decode('latin-1') if isinstance(value, bytes) else value
    except Refused as refused:
        return 'refused: ' + refused.reason
print(json.dumps([found(expression) for expression in json.load(sys.stdin)]))`;
  const output = execFileSync('/usr/bin/python3', ['-c', program], {
    input: JSON.stringify(expressions),
    encoding: 'utf8',
    env: pythonEnv,
  });
  return JSON.parse(output) as unknown[];
}

const part = (xml: string) => `markup.rewrite(b'${xml}', ooxml.PartRules('word/document.xml'))`;

test('removes only authors, times, revision ids and comments from Word XML', () => {
  assert.deepEqual(
    evaluated(
      part('<w:ins w:author="A>B" w:date="2020" w:id="1"><w:t  x = "1">a &amp; b</w:t></w:ins>'),
      part(
        '<w:date w:fullDate="2020"/><w:p w:rsidR="1"/><a><!-- x --><w:rsids><w:rsids/><b/></w:rsids><c/></a>',
      ),
    ),
    [
      '<w:ins w:author="Author" w:id="1"><w:t  x = "1">a &amp; b</w:t></w:ins>',
      '<w:date w:fullDate="2020"/><w:p/><a><c/></a>',
    ],
  );
});

test('refuses XML entities that are nested, expand too far or refer to files', () => {
  const laughs = `<!DOCTYPE a [<!ENTITY x "${'y'.repeat(900)}">]><a>${'&x;'.repeat(4000)}</a>`;
  assert.deepEqual(
    evaluated(
      'svg.clean(b\'<!DOCTYPE svg [<!ENTITY n "v">]><svg><a>&n;</a></svg>\', Notes())',
      part('<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'),
      part('<!DOCTYPE a [<!ENTITY x "1"><!ENTITY y "&x;&x;">]><a>&y;</a>'),
      part(laughs),
      part('<a b="'),
    ),
    [
      '<svg><a>v</a></svg>',
      'refused: damaged',
      'refused: damaged',
      'refused: too_complex',
      'refused: damaged',
    ],
  );
});

test('removes metadata elements from XML, whatever namespace prefix the elements have', () => {
  const dublinCore = 'xmlns:d="http://purl.org/dc/elements/1.1/"';
  const clean = (markupText: string) => `opendocument.clean_markup(b'${markupText}', Notes())`;
  const traces = (expression: string) => `opendocument.traces_of_markup(${expression})`;
  const book = (people: string) => `<package ${dublinCore}>${people}<d:title>T</d:title></package>`;
  for (const meta of ['meta', 'ns0']) {
    const start = `<a ${dublinCore} xmlns:${meta}="urn:oasis:names:tc:opendocument:xmlns:meta:1.0">`;
    const text = `<${meta}:date-string>noon</${meta}:date-string><${meta}:date-string/>`;
    const comment = `${start}<d:creator>A</d:creator><d:date/>${text}<p>Words</p></a>`;
    assert.deepEqual(evaluated(clean(comment), traces(`b'${comment}'`), traces(clean(comment))), [
      `${start}<d:creator>Author</d:creator><d:date/><p>Words</p></a>`,
      ['<creator>', '<date-string>', '<date-string>'],
      [],
    ]);
  }
  assert.deepEqual(
    evaluated(`markup.rewrite(b'${book('<d:creator>A</d:creator>')}', books.PackageRules(None))`),
    [book('')],
  );
});

test('the check after metadata removal reports leftover metadata', () => {
  const [docx, odf, page, picture, words] = evaluated(
    'ooxml.traces_of_part(\'word/document.xml\', b\'<w:ins xmlns:w="w" w:author="A" w:date="2"/>\')',
    'opendocument.traces_of_markup(b\'<a xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:creator>A</dc:creator></a>\')',
    "pages.traces(b'<meta name=author content=A><!-- x -->')",
    "chunks.traces_of_png(chunks.PNG + chunks.png_chunk(b'tEXt', b'Author') + chunks.png_chunk(b'IEND', b''))",
    "richtext.traces(rb'{\\rtf1{\\info{\\author A}}\\insrsid12}')",
  ) as string[][];
  for (const found of [docx, odf, page, picture, words])
    assert.ok((found?.length ?? 0) > 0, JSON.stringify(found));
});

test('recognizes EXIF data that contains only an orientation', () => {
  const exif = 'exif.only_orientation(6)';
  assert.deepEqual(
    evaluated(
      `exif.orientation_of(${exif})`,
      `exif.is_bare(${exif})`,
      "exif.orientation_of(b'II*\\0')",
      `exif.is_bare(${exif} + b'more')`,
    ),
    [6, true, 1, false],
  );
});

test('inserts a space between a control word and text if an RTF group between them is removed', () => {
  assert.deepEqual(
    evaluated("richtext.clean(rb'{\\rtf1\\pard{\\info{\\author A}}Text\\insrsid1 s}', Notes())"),
    [String.raw`{\rtf1\pard Texts}`],
  );
});

test('removes notes from subtitles but keeps cues with text that begins with NOTE', () => {
  assert.deepEqual(
    evaluated(
      String.raw`subtitles.clean_vtt('WEBVTT by A\n\nNOTE b\nc\n\n00:00.000 --> 00:01.000\nNOTE d\n')`,
      String.raw`subtitles.clean_lrc('[ar:A]\n[00:01.00]x\n')`,
    ),
    ['WEBVTT\n\n00:00.000 --> 00:01.000\nNOTE d\n', '[00:01.00]x\n'],
  );
});
