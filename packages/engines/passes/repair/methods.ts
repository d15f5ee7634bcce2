/** How each format is repaired; audio and video are all repaired in one way, and have no row here. */
import { formatsOfFamily } from '@protean/formats';

export type Method =
  | 'zip'
  | 'open-xml'
  | 'open-document'
  | 'epub'
  | 'tar'
  | 'xml'
  | 'text'
  | 'picture'
  | 'pdf'
  | 'stream'
  | 'packed-tar'
  | '7z'
  | 'json'
  | 'lines-of-json'
  | 'yaml';

const words = (list: string) => list.split(' ');

const formats: Readonly<Record<Method, readonly string[]>> = {
  // The members whose sums are right.
  zip: words('zip jar apk ipa xpi whl nupkg cbz'),
  // Parts of them too: the elements of XML before the break. What a reader cannot do without is written anew.
  'open-xml': (['ooxml-text', 'ooxml-sheet', 'ooxml-slides'] as const).flatMap((family) =>
    formatsOfFamily(family),
  ),
  'open-document': formatsOfFamily('opendocument-package'),
  epub: ['epub'],
  tar: words('tar cbt'),
  // The elements before the break.
  xml: [
    ...words('xml svg kml gpx fb2 docbook jats opml ttml plist abw'),
    ...formatsOfFamily('opendocument-flat'),
  ],
  // The lines without bytes that no text has.
  text: words(
    'csv tsv txt md srt vtt ass ssa lrc sbv sub ini properties po toml sql bib ics vcf rst org tex html',
  ),
  // The rows or frames before the break; what is missing of the last frame is blank.
  picture: words('jpg png gif tiff webp bmp tga pcx apng'),
  pdf: ['pdf'],
  // What comes out before the break.
  stream: words('gz bz2 xz zst lz4 lz lzma z'),
  'packed-tar': words('tar.gz tar.bz2 tar.xz tar.zst tar.lz4 tar.lz tar.lzma tar.z'),
  '7z': words('7z cb7'),
  json: words('json geojson csljson ipynb'),
  'lines-of-json': ['ndjson'],
  yaml: ['yaml'],
};

export const methods: Readonly<Record<string, Method>> = Object.fromEntries(
  Object.entries(formats).flatMap(([method, exts]) => exts.map((ext) => [ext, method as Method])),
);
