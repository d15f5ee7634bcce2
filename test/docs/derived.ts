/** The files that follow from the code: each with its text as it should be now. */
import { readFileSync } from 'node:fs';
import { Catalogue } from '../../packages/server/src/convert/catalogue.ts';
import { routeListFile, routeRow } from '../../packages/server/src/convert/route-list.ts';
import { engines } from '@protean/engines';
import { formats } from '@protean/formats';
import { openApiYaml } from './openapi.ts';
import { formatsPage } from './formats-page.ts';
import { settingsTable } from './settings-table.ts';

export interface DerivedFile {
  file: URL;
  text: string;
}

export async function derivedFiles(): Promise<DerivedFile[]> {
  const { declared } = new Catalogue(formats, engines);
  const rows = declared.all().map(routeRow).sort();
  const operations = new URL('../../docs/operations.md', import.meta.url);
  return [
    { file: routeListFile, text: `${rows.join('\n')}\n` },
    { file: new URL('../../docs/formats.md', import.meta.url), text: formatsPage(declared) },
    { file: new URL('../../docs/openapi.yaml', import.meta.url), text: await openApiYaml() },
    { file: operations, text: withPart(readFileSync(operations, 'utf8'), 'settings', settingsTable()) },
  ];
}

/** `text` with what stands between the comments `<!-- name -->` and `<!-- /name -->` replaced by `part`. */
function withPart(text: string, name: string, part: string): string {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`no ${begin} … ${end}`);
  return `${text.slice(0, from + begin.length)}\n\n${part}\n\n${text.slice(to)}`;
}
