/**
 * Maps each format to the method that repairs files in this format. Audio and video formats are missing in this map,
 * because a single engine repairs them all.
 */
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
  // Keeps members with correct checksums.
  zip: words('zip jar apk ipa xpi whl nupkg cbz'),
  // Works like `zip`, but also keeps the beginning of a damaged XML member, and rebuilds the parts that readers
  // require.
  'open-xml': (['ooxml-text', 'ooxml-sheet', 'ooxml-slides'] as const).flatMap((family) =>
    formatsOfFamily(family),
  ),
  'open-document': formatsOfFamily('opendocument-package'),
  epub: ['epub'],
  tar: words('tar cbt'),
  // Keeps the elements before the damage.
  xml: [
    ...words('xml svg kml gpx fb2 docbook jats opml ttml plist abw'),
    ...formatsOfFamily('opendocument-flat'),
  ],
  // Keeps the lines without binary data.
  text: words(
    'csv tsv txt md srt vtt ass ssa lrc sbv sub ini properties po toml sql bib ics vcf rst org tex html',
  ),
  // Keeps the rows or frames before the damage. Missing rows of the last frame become blank.
  picture: words('jpg png gif tiff webp bmp tga pcx apng'),
  pdf: ['pdf'],
  // Keeps the decompressed data before the damage.
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
