/**
 * Tests that the queries of the alerts and the dashboard are valid and use existing metrics. Prometheus (the Debian
 * package) scrapes a server and evaluates every query.
 */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { panels } from '../docs/dashboard.ts';
import { closing, fixture, temporaryFolder } from '../support/fixtures.ts';
import { freePort } from '../support/server/ports.ts';
import { answerOf, post, startService, until } from '../support/server/service.ts';
import { toYaml } from '../support/server/test-app.ts';

const run = promisify(execFile);
const folder = fileURLToPath(new URL('../../deploy/monitoring/', import.meta.url));
const promtool = (...args: string[]) => run('/usr/bin/promtool', args, { cwd: folder });

interface Monitored {
  /** URL of Prometheus. */
  url: string;
  /** The names of all metrics that the server exports. */
  exported: ReadonlySet<string>;
}

const monitored = fixture(async (stack): Promise<Monitored> => {
  const service = closing(stack, await startService({ METRICS_LISTEN: '127.0.0.1:0' }));
  const answer = await post(`${service.url}/api/convert`, toYaml());
  assert.equal(answer.status, 200, answer.error.message);
  const text = await (await fetch(service.metricsUrl ?? '')).text();
  const dir = await temporaryFolder(stack);
  const port = await freePort();
  await mkdir(path.join(dir, 'data'));
  await writeFile(
    path.join(dir, 'prometheus.yml'),
    `scrape_configs: [{ job_name: protean, scrape_interval: 1s, static_configs: [{ targets: ['${new URL(service.metricsUrl ?? '').host}'] }] }]\n`,
  );
  const prometheus = spawn(
    '/usr/bin/prometheus',
    [
      `--config.file=${path.join(dir, 'prometheus.yml')}`,
      `--storage.tsdb.path=${path.join(dir, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: 'ignore' },
  );
  const gone = once(prometheus, 'exit');
  stack.defer(async () => {
    prometheus.kill('SIGKILL');
    await gone;
  });
  const url = `http://127.0.0.1:${port}`;
  await until('it has scraped twice', 60_000, async () => {
    const samples = await ask(url, 'count_over_time(up{job="protean"}[1m])').catch(() => []);
    return Number(samples[0]?.value[1] ?? 0) >= 2;
  });
  return { url, exported: new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name)) };
});

interface Sample {
  metric: Record<string, string>;
  value: [number, string];
}

/** Returns the current result of a query to Prometheus. Throws if the query is invalid. */
async function ask(url: string, query: string): Promise<Sample[]> {
  const answer = await answerOf(
    await fetch(`${url}/api/v1/query?${new URLSearchParams({ query }).toString()}`),
  );
  const { status, data, error } = JSON.parse(answer.body.toString()) as {
    status: string;
    data?: { result: Sample[] };
    error?: string;
  };
  assert.equal(status, 'success', `${query}: ${error}`);
  return data?.result ?? [];
}

interface Rules {
  groups: { rules: { alert: string; expr: string }[] }[];
}

const alerts = (parse(await readFile(path.join(folder, 'alerts.yaml'), 'utf8')) as Rules).groups.flatMap(
  ({ rules }) => rules,
);
const queries = [
  ...alerts.map(({ alert, expr }) => ({ what: alert, expr })),
  ...panels.flatMap(({ title, queries }) => Object.values(queries).map((expr) => ({ what: title, expr }))),
].map(({ what, expr }) => ({ what, expr: expr.replaceAll('$__rate_interval', '1m') }));

/**
 * Metrics that the server of this test does not export. Metrics of workers are exported only by an api process without
 * engines, because a process with engines converts without workers.
 */
const namedElsewhere = ['protean_workers'];
/** Metrics that Prometheus itself adds for each scraped target. */
const ofPrometheus = ['up'];

test('promtool accepts the alert rules, and every alert has a passing test', async () => {
  await promtool('check', 'rules', 'alerts.yaml');
  await promtool('test', 'rules', 'alerts.test.yaml');
  const tried = parse(await readFile(path.join(folder, 'alerts.test.yaml'), 'utf8')) as {
    tests: { alert_rule_test: { alertname: string; exp_alerts?: unknown[] }[] }[];
  };
  const raised = tried.tests.flatMap((one) =>
    one.alert_rule_test.filter(({ exp_alerts: of = [] }) => of.length > 0),
  );
  assert.deepEqual(
    alerts.map(({ alert }) => alert),
    raised.map(({ alertname }) => alertname),
  );
});

for (const { what, expr } of queries) {
  test(`the server exports every metric of the Prometheus query "${what}": ${expr}`, async () => {
    await ask(monitored.url, expr);
    const named = [...expr.matchAll(/\b(?:protean|process|nodejs)_\w+/g)].map(([name]) => name);
    const missing = named
      .map((name) => (monitored.exported.has(name) ? name : name.replace(/_bucket$/, '')))
      .filter(
        (name) => ![...namedElsewhere, ...ofPrometheus].includes(name) && !monitored.exported.has(name),
      );
    assert.deepEqual(missing, []);
  });
}

test('Prometheus counts 1 successful conversion after the server converts a file', async () => {
  const shown = await ask(monitored.url, 'sum by (outcome) (protean_conversions_total)');
  assert.deepEqual(
    shown.map(({ metric, value }) => [metric['outcome'], value[1]]),
    [['ok', '1']],
  );
});
