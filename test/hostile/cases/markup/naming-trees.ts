/**
 * Lists the ways in which files in XML and other data formats can refer to another file: entities, XInclude and
 * references that only one format supports.
 */
import type { Aim } from '../../locations.ts';
import type { Naming } from './naming.ts';

const xi = 'xmlns:xi="http://www.w3.org/2001/XInclude"';
const head = '<?xml version="1.0" encoding="UTF-8"?>\n';

interface Tree {
  ext: string;
  start: string;
  end: string;
  /** A reference that only the format `ext` supports. */
  own?: (aim: Aim) => string;
}

const trees: readonly Tree[] = [
  {
    ext: 'docbook',
    start: `<article xmlns="http://docbook.org/ns/docbook" xmlns:xlink="http://www.w3.org/1999/xlink" ${xi}><title>x</title><para>x `,
    end: '</para></article>',
    own: ({ picture, text }) =>
      `<inlinemediaobject><imageobject><imagedata fileref="${picture}"/></imageobject></inlinemediaobject><inlinemediaobject><imageobject><imagedata fileref="${text}"/></imageobject></inlinemediaobject><programlisting><textobject><textdata fileref="${text}"/></textobject></programlisting>`,
  },
  {
    ext: 'jats',
    start: `<article xmlns:xlink="http://www.w3.org/1999/xlink" ${xi}><body><p>x `,
    end: '</p></body></article>',
    own: ({ picture, text }) =>
      `<inline-graphic xlink:href="${picture}"/><fig><graphic xlink:href="${picture}"/></fig><media xlink:href="${text}"/>`,
  },
  {
    ext: 'opml',
    start: `<opml version="2.0" ${xi}><head><title>x</title></head><body><outline text="x">`,
    end: '</outline></body></opml>',
    own: ({ picture, text }) =>
      `<outline text="y" type="include" url="${text}" _note="![x](${picture})"/><outline text="&lt;img src=&quot;${picture}&quot;&gt;"/>`,
  },
  {
    ext: 'fb2',
    start: `<FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0" xmlns:l="http://www.w3.org/1999/xlink" ${xi}><description><title-info><book-title>x</book-title></title-info></description><body><section><p>x `,
    end: '</p></section></body></FictionBook>',
    own: ({ picture, text }) =>
      `<image l:href="file://${picture}"/><image l:href="${picture}"/><image l:href="${text}"/>`,
  },
  {
    ext: 'xml',
    start: `<root ${xi}><row><a>x`,
    end: '</a></row></root>',
  },
  {
    ext: 'xhtml',
    start: `<html xmlns="http://www.w3.org/1999/xhtml" ${xi}><head><title>x</title></head><body><p>x `,
    end: '</p></body></html>',
    own: ({ picture, text }) =>
      `<img src="${picture}"/><img src="${text}"/><object data="file://${text}"></object>`,
  },
  {
    ext: 'vdx',
    start: `<VisioDocument xmlns="http://schemas.microsoft.com/visio/2003/core" ${xi}><Pages><Page ID="0"><Shapes><Shape ID="1" Type="Shape"><Text>x`,
    end: '</Text></Shape></Shapes></Page></Pages></VisioDocument>',
  },
  {
    ext: 'plist',
    start: `<plist version="1.0" ${xi}><dict><key>a</key><string>x`,
    end: '</string></dict></plist>',
  },
  {
    ext: 'gpx',
    start: `<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1" ${xi}><wpt lat="1" lon="2"><name>x`,
    end: '</name></wpt></gpx>',
  },
  {
    ext: 'kml',
    start: `<kml xmlns="http://www.opengis.net/kml/2.2" ${xi}><Document><Placemark><name>x`,
    end: '</name><Point><coordinates>1,2</coordinates></Point></Placemark></Document></kml>',
  },
];

export const treeNamings: readonly Naming[] = trees.flatMap(({ ext, start, end, own }): Naming[] => [
  ...(own ? [[ext, 'reference', (aim: Aim) => `${head}${start}${own(aim)}${end}`] as const] : []),
  [
    ext,
    'entity',
    ({ text }) => `${head}<!DOCTYPE x [<!ENTITY x SYSTEM "file://${text}">]>\n${start}&x;${end}`,
  ],
  [
    ext,
    'entity-of-entity',
    ({ text }) =>
      `${head}<!DOCTYPE x [<!ENTITY % p SYSTEM "${text}"> %p; <!ENTITY x SYSTEM "${text}">]>\n${start}&x;${end}`,
  ],
  [
    ext,
    'include',
    ({ text }) =>
      `${head}${start}<xi:include href="file://${text}" parse="text"/><xi:include href="${text}" parse="text"/>${end}`,
  ],
]);

const yaml = (text: string) =>
  `a: !include ${text}\nb: !!python/object/apply:builtins.open [${text}]\nc: !file ${text}\n`;

export const dataNamings: readonly Naming[] = [
  ['yaml', 'include', ({ text }) => yaml(text)],
  ['json', 'reference', ({ text }) => JSON.stringify([{ a: { $ref: `file://${text}` }, b: `@${text}` }])],
  ['csv', 'formula', ({ text }) => `a,b\n"=WEBSERVICE(""file://${text}"")","='file://${text}'#$S.A1"\n`],
  ['ini', 'include', ({ text }) => `[include]\npath = ${text}\n[a]\nb = %(${text})s\n!include ${text}\n`],
  [
    'sql',
    'read',
    ({ text }) =>
      `create table t (a);\ninsert into t values (readfile('${text}'));\nattach '${text}' as x;\n.read ${text}\n`,
  ],
  ['toml', 'include', ({ text }) => `include = "${text}"\n[a]\nb = "file://${text}"\n`],
];
