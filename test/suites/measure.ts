/**
 * Converts the files of public test suites of data formats and Markdown, and counts right and wrong results. Usage:
 * node test/suites/measure.ts FOLDER. For each suite, FOLDER contains a checkout of the suite's repository, in a folder
 * with the repository's name. `--only FORMAT` selects a format, `--list` prints each deviation, and `--write` replaces
 * the table in docs/data.md.
 */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readJson } from '../../packages/engines/codecs/data/text/json.ts';
import { markdownTable } from '../docs/markdown-table.ts';
import { startService } from '../support/server/service.ts';
import type { SuiteCase } from './case.ts';
import { suites } from './suites.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    list: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const [folder = '.'] = positionals;
const docs = path.resolve(import.meta.dirname, '../../docs/data.md');

const outcomes = [
  'right',
  'different',
  'refused',
  'unsupported',
  'invalid refused',
  'invalid accepted',
  'open',
  'failed',
] as const;
type Outcome = (typeof outcomes)[number];

interface Answer {
  status: number;
  body: string;
  reason: string;
}

const service = await startService({ WARM: 'on', INSTALLATION: 'private' });
const rows: string[][] = [];
try {
  for (const suite of suites) {
    const { repository, format } = suite;
    const place = path.join(folder, path.basename(repository));
    if ((values.only !== undefined && values.only !== format) || !existsSync(place)) continue;
    const counts = new Map<Outcome, number>();
    const count = async (one: SuiteCase) => {
      const answer = await ask(one);
      const outcome = outcomeOf(one, answer);
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
      if (values.list && !['right', 'invalid refused', 'open'].includes(outcome))
        console.log(
          outcome,
          one.name,
          answer.status,
          answer.reason,
          answer.body.slice(0, 300).replaceAll('\n', ' '),
        );
    };
    const running = new Set<Promise<void>>();
    for await (const one of suite.cases(place)) {
      const run = count(one).finally(() => running.delete(run));
      running.add(run);
      if (running.size >= 3) await Promise.race(running);
    }
    await Promise.all(running);
    rows.push([`${format}, ${repository}`, ...outcomes.map((outcome) => String(counts.get(outcome) ?? 0))]);
    console.log(rows.at(-1)?.join(' · '));
  }
  const table = markdownTable([['', ...outcomes], ...rows]);
  console.log(table);
  if (values.write) await writeTable(table);
} finally {
  await service.close();
}

async function ask({ bytes, source, name, target = 'json' }: SuiteCase): Promise<Answer> {
  const body = new FormData();
  body.append(
    'file',
    new File([new Uint8Array(bytes)], `${path.basename(name).replaceAll(/\W/g, '-')}.${source}`),
  );
  for (const [field, value] of [
    ['target', target],
    ['source', source],
  ] as const)
    body.append(field, value);
  const response = await fetch(`${service.url}/v1/convert`, { method: 'POST', body });
  const text = await response.text();
  const { error } = response.ok ? {} : (JSON.parse(text) as { error?: { details?: { reason?: string } } });
  return { status: response.status, body: text, reason: error?.details?.reason ?? '' };
}

function outcomeOf({ expects, isRight, isRightText }: SuiteCase, { status, body, reason }: Answer): Outcome {
  if (status >= 500) return 'failed';
  const isRead = status === 200;
  if (expects === 'invalid') return isRead ? 'invalid accepted' : 'invalid refused';
  if (expects === 'either') return 'open';
  if (!isRead) return reason === 'unsupported_feature' ? 'unsupported' : 'refused';
  if (isRightText !== undefined) return isRightText(body) ? 'right' : 'different';
  return isRight === undefined || isRight(readJson(body)) ? 'right' : 'different';
}

async function writeTable(table: string): Promise<void> {
  const text = await readFile(docs, 'utf8');
  await writeFile(
    docs,
    text.replace(/(<!-- suites -->\n)[^]*?(\n<!-- \/suites -->)/, `$1\n${table.trim()}\n$2`),
  );
}
