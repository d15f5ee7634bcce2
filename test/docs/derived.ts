/** Lists the files that are generated from the code, each with the content that it should have. */
import { readFileSync } from 'node:fs';
import { Catalogue } from '../../packages/server/src/convert/catalogue/catalogue.ts';
import {
  chainName,
  routeListFile,
  routeRow,
} from '../../packages/server/src/convert/catalogue/route-list.ts';
import { engines } from '@protean/engines';
import { formats, formatsOfFamily } from '@protean/formats';
import { families } from '@protean/formats/format.ts';
import { parse } from 'yaml';
import { z } from 'zod';
import { optionTypes, responseTypes } from './client-types.ts';
import { chunkSchema } from '../../packages/engines/shared/document/chunk-schema.ts';
import { documentSchema } from '../../packages/engines/shared/document/schema.ts';
import { dashboardJson } from './dashboard.ts';
import { ownDescription } from './own-description.ts';
import { examplesPage } from './examples-page.ts';
import { exitStatusTable } from './exit-statuses.ts';
import { factsTable } from './file-info-table.ts';
import { formatsPage } from './formats-page.ts';
import { optionKinds } from './option-kinds.ts';
import { plansTable } from './plans-table.ts';
import { requestOptionsTable } from './request-options-table.ts';
import { settingsTable } from './settings-table.ts';

export interface DerivedFile {
  file: URL;
  text: string;
}

/** Returns the JSON Schema of one of Protean's own formats. */
function schemaFile(name: string, title: string, schema: z.ZodType): DerivedFile {
  const text = JSON.stringify({ title, ...z.toJSONSchema(schema, { reused: 'ref' }) }, undefined, 2);
  return { file: new URL(`../../docs/schemas/${name}.schema.json`, import.meta.url), text: `${text}\n` };
}

export async function derivedFiles(): Promise<DerivedFile[]> {
  const { declared } = new Catalogue(formats, engines);
  // Chromium is large, so it is missing on some machines. Without Chromium, the planner chooses other engines for some
  // routes. The generated list of routes must also contain the routes without Chromium. For a route without Chromium,
  // the list shows the engines, but not the losses.
  const withoutBrowser = new Catalogue(
    formats,
    engines.filter(({ id }) => id !== 'chromium'),
  ).declared;
  const listed = new Set(declared.all().map(chainName));
  const others = withoutBrowser.all().filter((route) => !listed.has(chainName(route)));
  const rows = [...declared.all().map(routeRow), ...others.map((route) => `${chainName(route)}\t`)].sort();
  const settings = new URL('../../docs/operations/settings.md', import.meta.url);
  const report = new URL('../../docs/report.md', import.meta.url);
  const cli = new URL('../../docs/cli.md', import.meta.url);
  const { openApi, tools } = await ownDescription();
  const limits = new URL('../../docs/api/limits.md', import.meta.url);
  const options = new URL('../../docs/api/options.md', import.meta.url);
  const generated = new URL('../../packages/client/src/generated/', import.meta.url);
  return [
    {
      // The Python programs of engines read families.json.
      file: new URL('../../packages/engines/shared/runner/families.json', import.meta.url),
      text: familiesJson(),
    },
    { file: routeListFile, text: `${rows.join('\n')}\n` },
    schemaFile('doc', 'Protean document structure', documentSchema),
    schemaFile('chunk', 'A line of chunks.ndjson', chunkSchema),
    { file: new URL('../../docs/formats.md', import.meta.url), text: formatsPage(declared) },
    { file: new URL('../../docs/openapi.yaml', import.meta.url), text: openApi },
    { file: new URL('../../packages/server/src/mcp/tools.json', import.meta.url), text: tools },
    {
      file: new URL('../../docs/examples.md', import.meta.url),
      text: examplesPage(parse(openApi) as object),
    },
    { file: limits, text: withPart(readFileSync(limits, 'utf8'), 'plans', plansTable()) },
    {
      file: options,
      text: withPart(readFileSync(options, 'utf8'), 'request options', requestOptionsTable()),
    },
    { file: new URL('responses.ts', generated), text: await responseTypes(openApi) },
    { file: new URL('conversion-options.ts', generated), text: await optionTypes(openApi) },
    {
      file: new URL('../../packages/cli/src/generated/option-kinds.ts', import.meta.url),
      text: optionKinds(),
    },
    { file: settings, text: withPart(readFileSync(settings, 'utf8'), 'settings', settingsTable()) },
    { file: report, text: withPart(readFileSync(report, 'utf8'), 'facts', factsTable()) },
    { file: new URL('../../deploy/monitoring/dashboard.json', import.meta.url), text: dashboardJson() },
    { file: cli, text: withPart(readFileSync(cli, 'utf8'), 'exit statuses', exitStatusTable()) },
  ];
}

/** Returns the format families as JSON, one per line. */
function familiesJson(): string {
  const lines = families.map(
    (family) =>
      `  "${family}": [${formatsOfFamily(family)
        .map((ext) => `"${ext}"`)
        .join(', ')}]`,
  );
  return `{\n${lines.join(',\n')}\n}\n`;
}

/** Returns `text`, in which `part` replaces everything between the comments `<!-- name -->` and `<!-- /name -->`. */
function withPart(text: string, name: string, part: string): string {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`no ${begin} … ${end}`);
  return `${text.slice(0, from + begin.length)}\n\n${part}\n\n${text.slice(to)}`;
}
