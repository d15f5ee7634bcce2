/** Lists the ways in which office files, fonts, archives and playlists can refer to another file. */
import { linkedBook } from '../../bytes/biff.ts';
import { flat, frame, openDocument, starOffice } from '../../bytes/open-document.ts';
import { docx, field, linkedPicture, outside, paragraph, pptx, xlsx } from '../../bytes/open-xml.ts';
import { tar } from '../../bytes/tar.ts';
import { zip, zipOf } from '../../bytes/zip.ts';
import type { Naming } from './naming.ts';

const filled = (path: string) =>
  `<office:styles xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"><draw:fill-image draw:name="f" xlink:href="file://${path}" xlink:type="simple" xlink:show="embed" xlink:actuate="onLoad"/><style:style style:name="g" style:family="graphic"><style:graphic-properties draw:fill="bitmap" draw:fill-image-name="f"/></style:style></office:styles>`;
const behind = (path: string) =>
  `<office:automatic-styles xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"><style:style style:name="b" style:family="paragraph"><style:paragraph-properties><style:background-image xlink:href="file://${path}" xlink:type="simple" xlink:actuate="onLoad"/></style:paragraph-properties></style:style><text:list-style style:name="l"><text:list-level-style-image text:level="1" xlink:href="file://${path}" xlink:type="simple" xlink:show="embed" xlink:actuate="onLoad"><style:list-level-properties text:space-before="1cm"/></text:list-level-style-image></text:list-style></office:automatic-styles>`;
const onBackground =
  '<text:p text:style-name="b">x</text:p><text:list text:style-name="l"><text:list-item><text:p>y</text:p></text:list-item></text:list>';
const filledShape =
  '<draw:rect draw:style-name="g" svg:x="1cm" svg:y="1cm" svg:width="5cm" svg:height="5cm"/>';
const slideFill =
  '<p:sp><p:nvSpPr><p:cNvPr id="2" name="s"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="900000" cy="900000"/></a:xfrm><a:prstGeom prst="rect"/><a:blipFill><a:blip r:link="i"/><a:stretch><a:fillRect/></a:stretch></a:blipFill></p:spPr></p:sp>';
const vml = (path: string) =>
  paragraph(
    `<w:pict><v:rect style="width:90pt;height:90pt"><v:fill r:id="i" o:href="file://${path}" type="frame"/><v:imagedata r:href="i" src="file://${path}"/></v:rect></w:pict>`,
  );

const section = (path: string) =>
  `<text:section text:name="s"><text:section-source xlink:href="file://${path}" xlink:type="simple" xlink:show="embed"/><text:p>x</text:p></text:section>`;
const table = (cell: string) =>
  `<table:table table:name="S"><table:table-row><table:table-cell ${cell} office:value-type="string"/></table:table-row></table:table>`;
const formula = (path: string) => table(`table:formula="of:='file://${path}'#$S.A1"`);
const service = (path: string) => table(`table:formula="of:=WEBSERVICE(&quot;file://${path}&quot;)"`);
const page = (inside: string) => `<draw:page draw:name="p">${inside}</draw:page>`;
const cell = (inside: string) => `<sheetData><row r="1"><c r="A1">${inside}</c></row></sheetData>`;
const rtf = (inside: string) => `{\\rtf1\\ansi ${inside}\\par x}`;
const rtfField = (instruction: string) => rtf(`{\\field{\\*\\fldinst ${instruction}}{\\fldrslt x}}`);
const slidePicture =
  '<p:pic><p:nvPicPr><p:cNvPr id="2" name="p"/><p:cNvPicPr/><p:nvPr/></p:nvPicPr><p:blipFill><a:blip r:link="i"/><a:stretch><a:fillRect/></a:stretch></p:blipFill><p:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="900000" cy="900000"/></a:xfrm><a:prstGeom prst="rect"/></p:spPr></p:pic>';
const list = (entry: string) => `#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:10.0,\n${entry}\n#EXT-X-ENDLIST\n`;

export const officeNamings: readonly Naming[] = [
  [
    'docx',
    'picture',
    ({ picture }) => docx({ body: linkedPicture('i'), links: outside('i', 'image', `file://${picture}`) }),
  ],
  [
    'docx',
    'picture-of-text',
    ({ text }) => docx({ body: linkedPicture('i'), links: outside('i', 'image', text) }),
  ],
  ['docx', 'text', ({ text }) => docx({ body: field(`INCLUDETEXT "${text}"`) })],
  ['docx', 'picture-field', ({ picture }) => docx({ body: field(`INCLUDEPICTURE "${picture}" \\d`) })],
  [
    'docx',
    'entity',
    ({ text }) =>
      docx({
        before: `<!DOCTYPE w [<!ENTITY x SYSTEM "file://${text}">]>`,
        body: paragraph('<w:t>&x;</w:t>'),
      }),
  ],
  [
    'docx',
    'chunk',
    ({ text }) => docx({ body: '<w:altChunk r:id="c"/>', links: outside('c', 'aFChunk', `file://${text}`) }),
  ],
  [
    'odt',
    'picture',
    ({ picture, text }) =>
      openDocument('text', {
        inside: `<text:p>${frame(`file://${picture}`)}${frame(`../../../../../..${picture}`)}${frame(text)}</text:p>`,
      }),
  ],
  ['odt', 'section', ({ text }) => openDocument('text', { inside: section(text) })],
  [
    'odt',
    'entity',
    ({ text }) =>
      openDocument('text', {
        before: `<!DOCTYPE o [<!ENTITY x SYSTEM "file://${text}">]>`,
        inside: '<text:p>&x;</text:p>',
      }),
  ],
  ['fodt', 'section', ({ text }) => flat('text', { inside: section(text) })],
  [
    'fodt',
    'picture',
    ({ picture }) => flat('text', { inside: `<text:p>${frame(`file://${picture}`)}</text:p>` }),
  ],
  ['ods', 'service', ({ text }) => openDocument('spreadsheet', { inside: service(text) })],
  ['ods', 'formula', ({ text }) => openDocument('spreadsheet', { inside: formula(text) })],
  ['fods', 'service', ({ text }) => flat('spreadsheet', { inside: service(text) })],
  ['fods', 'formula', ({ text }) => flat('spreadsheet', { inside: formula(text) })],
  ['fodp', 'picture', ({ picture }) => flat('presentation', { inside: page(frame(`file://${picture}`)) })],
  [
    'odp',
    'picture',
    ({ picture }) => openDocument('presentation', { inside: page(frame(`file://${picture}`)) }),
  ],
  ['odg', 'picture', ({ picture }) => openDocument('graphics', { inside: page(frame(`file://${picture}`)) })],
  [
    'fodg',
    'fill',
    ({ picture }) => flat('graphics', { scripts: filled(picture), inside: page(filledShape) }),
  ],
  [
    'fodp',
    'fill',
    ({ picture }) => flat('presentation', { scripts: filled(picture), inside: page(filledShape) }),
  ],
  ['fodt', 'background', ({ picture }) => flat('text', { scripts: behind(picture), inside: onBackground })],
  [
    'odt',
    'background',
    ({ picture }) => openDocument('text', { scripts: behind(picture), inside: onBackground }),
  ],
  [
    'sxi',
    'picture',
    ({ picture }) =>
      starOffice(
        page(
          `<draw:image svg:x="1cm" svg:y="1cm" svg:width="3cm" svg:height="3cm" xlink:href="file://${picture}" xlink:type="simple" xlink:show="embed" xlink:actuate="onLoad"/>`,
        ),
      ),
  ],
  ['xls', 'formula', ({ text }) => linkedBook(text)],
  [
    'docx',
    'fill',
    ({ picture }) => docx({ body: vml(picture), links: outside('i', 'image', `file://${picture}`) }),
  ],
  ['pptx', 'fill', ({ picture }) => pptx(slideFill, outside('i', 'image', `file://${picture}`))],
  ['fodg', 'picture', ({ picture }) => flat('graphics', { inside: page(frame(`file://${picture}`)) })],
  ['pptx', 'picture', ({ picture }) => pptx(slidePicture, outside('i', 'image', `file://${picture}`))],
  ['pptx', 'picture-of-text', ({ text }) => pptx(slidePicture, outside('i', 'image', text))],
  ['xlsx', 'service', ({ text }) => xlsx(cell(`<f>_xlfn.WEBSERVICE("file://${text}")</f>`))],
  ['xlsx', 'formula', ({ text }) => xlsx(cell(`<f>'file://${text}'#$S.A1</f>`))],
  ['rtf', 'text', ({ text }) => rtfField(`INCLUDETEXT "${text}"`)],
  ['rtf', 'picture', ({ picture }) => rtfField(`INCLUDEPICTURE "${picture}" \\\\d`)],
  [
    'abw',
    'picture',
    ({ picture }) =>
      `<?xml version="1.0"?><abiword xmlns:awml="http://www.abisource.com/awml.dtd"><section><p>x<image dataid="${picture}"/></p></section></abiword>`,
  ],
];

const glyphs = ({ text }: { text: string }) =>
  zipOf({
    'font.ufo/metainfo.plist':
      '<?xml version="1.0"?><plist version="1.0"><dict><key>creator</key><string>x</string><key>formatVersion</key><integer>3</integer></dict></plist>',
    'font.ufo/layercontents.plist':
      '<?xml version="1.0"?><plist version="1.0"><array><array><string>public.default</string><string>glyphs</string></array></array></plist>',
    'font.ufo/glyphs/contents.plist': `<?xml version="1.0"?><plist version="1.0"><dict><key>A</key><string>../../../../../..${text}</string><key>B</key><string>${text}</string></dict></plist>`,
    'font.ufo/features.fea': `include(${text});\n`,
  });

export const bundleNamings: readonly Naming[] = [
  ['ufoz', 'glyphs', glyphs],
  [
    'zip',
    'link',
    ({ picture, text }) =>
      zip([
        { name: 'a.txt', data: text, mode: 0o120777 },
        { name: 'b.png', data: picture, mode: 0o120777 },
      ]),
  ],
  [
    'zip',
    'link-to-folder',
    ({ text }) =>
      zip([
        { name: 'd', data: text.replace(/\/[^/]*$/, ''), mode: 0o120777 },
        { name: `d/${text.replace(/^.*\//, '')}`, data: 'x' },
      ]),
  ],
  [
    'tar',
    'link',
    ({ picture, text }) =>
      tar([
        { name: 'a.txt', type: '2', target: text },
        { name: 'b.png', type: '2', target: picture },
      ]),
  ],
  [
    'tar',
    'hard-link',
    ({ picture, text }) =>
      tar([
        { name: 'a.txt', type: '1', target: text },
        { name: 'b.png', type: '1', target: picture },
      ]),
  ],
  ['mp4', 'list', ({ text }) => list(`file://${text}`)],
  ['mp4', 'concat', ({ picture, text }) => `ffconcat version 1.0\nfile '${picture}'\nfile '${text}'\n`],
  [
    'mp4',
    'dash',
    ({ text }) =>
      `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT9S"><Period><AdaptationSet mimeType="video/mp4"><Representation id="1" bandwidth="1"><BaseURL>file://${text}</BaseURL></Representation></AdaptationSet></Period></MPD>`,
  ],
  [
    'ass',
    'font',
    ({ text, picture }) =>
      `[Script Info]\nScriptType: v4.00+\nAudio File: ${text}\nVideo File: ${picture}\n\n[Events]\nFormat: Layer, Start, End, Style, Text\nDialogue: 0,0:00:00.00,0:00:01.00,D,{\\img1(${picture})}x\n`,
  ],
];
