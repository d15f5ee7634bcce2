/**
 * Generates docs/formats.md, with one row per format: its name, whether it can be read and written, and its main
 * targets.
 */
import type { RouteIndex } from '../../packages/server/src/convert/catalogue/planner.ts';
import { categories, type Category, type Format } from '@protean/formats/format.ts';
import { formats } from '@protean/formats';

/** The targets that a row shows before all other targets, starting with the best known. */
const wanted =
  'pdf docx jpg png mp4 mp3 webp html xlsx csv txt md epub zip json gif svg pptx odt webm wav avif flac srt xml yaml parquet mobi azw3 tar.gz 7z ttf woff2 otf tiff bmp heic ico ods rtf tex sqlite vtt m4a ogg mkv cbz'.split(
    ' ',
  );

/** Maximum number of targets shown per format. */
const maxShown = 8;

export function formatsPage(routes: RouteIndex): string {
  const sources = new Set(routes.routes.keys());
  const all = routes.all();
  const targets = new Set(all.map(({ target }) => target));
  const used = formats.filter(({ ext }) => sources.has(ext) || targets.has(ext));
  const parts = categories.flatMap((category) => section(category, used, routes, targets));
  return [
    '# Formats',
    '',
    `Protean supports ${used.length} formats in ${new Set(used.map(({ category }) => category)).size} categories, and ${all.length} routes. Each route was run on a sample with known content, and an`,
    'independent tool read the result. `script/docs` writes this page from the code. The chains and losses of all routes are in',
    '`packages/server/src/convert/catalogue/routes.tsv`. The command `script/protean routes` and the endpoint `GET /v1/formats` also list the routes.',
    ...parts,
    '',
  ].join('\n');
}

function section(
  category: Category,
  used: readonly Format[],
  routes: RouteIndex,
  targets: ReadonlySet<string>,
): string[] {
  const rows = used
    .filter((format) => format.category === category)
    .map((format) => row(format, routes, targets));
  if (rows.length === 0) return [];
  const title = `${category[0]?.toUpperCase()}${category.slice(1)}`;
  return [
    '',
    `## ${title}`,
    '',
    '| format | | read | written | targets |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
  ];
}

function row({ ext, name, aliases = [] }: Format, routes: RouteIndex, targets: ReadonlySet<string>): string {
  const names = [ext, ...aliases].map((one) => `\`${one}\``).join(' ');
  const found = routes.targets(ext);
  const known = wanted.filter((target) => found.includes(target)).slice(0, maxShown);
  const shown = [...known, ...found.filter((target) => !known.includes(target))].slice(0, maxShown);
  const more = found.length > shown.length ? ` and ${found.length - shown.length} more` : '';
  const tick = (is: boolean) => (is ? 'yes' : 'no');
  return `| ${names} | ${name} | ${tick(found.length > 0)} | ${tick(targets.has(ext))} | ${shown.join(' ')}${more} |`;
}
