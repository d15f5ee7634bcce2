/**
 * Tests that a sandbox that processed a file of one `isolation_group` never serves another group. The tests read the
 * number of sandboxes from the server's metrics.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  ask,
  busy,
  openTestApp,
  toYaml,
  type Customer,
  type TestApp,
} from '../../support/server/test-app.ts';
import { until, type Answer } from '../../support/server/service.ts';

const ADMIN_TOKEN = 'a-token-of-the-operator-for-this-test';

let app: TestApp;
let ada: Customer;
let bob: Customer;

before(async () => {
  app = await openTestApp('sqlite', { WARM: 'on', CONVERSIONS_AT_ONCE: '2', JOBS_AT_ONCE: '1', ADMIN_TOKEN });
  ada = await app.customer('hobby', busy);
  bob = await app.customer('hobby', busy);
});

after(() => app.close());

/** Returns how many sandboxes for JSON have been used so far, and how many sandboxes for JSON are kept for reuse. */
async function sandboxes(): Promise<{ taken: number; kept: number }> {
  const answer = await fetch(`${app.service.url}/metrics`, {
    headers: { Authorization: `Bearer ${ADMIN_TOKEN}` },
  });
  const text = await answer.text();
  const value = (name: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(name))
        ?.split(' ')[1] ?? assert.fail(name),
    );
  return {
    // Subtracts the sandboxes that are built in advance but not used yet.
    taken:
      value('protean_boxes_built_total{kind="data"}') - value('protean_boxes{kind="data",state="ready"}'),
    kept: value('protean_boxes{kind="data",state="kept"}'),
  };
}

type Way = (who: Customer, group?: string) => Promise<Answer>;

const fieldsFor = (group: string | undefined) =>
  [...toYaml(), ...(group === undefined ? [] : [['isolation_group', group] as const])] as const;

const convert: Way = (who, group) => ask(app, '/v1/convert', who, { fields: fieldsFor(group) });

const convertOpenly: Way = (who, group) => ask(app, '/api/convert', who, { fields: fieldsFor(group) });

const convertAsJob: Way = async (who, group) => {
  const submitted = await ask(app, '/v1/jobs', who, { fields: fieldsFor(group) });
  if (submitted.status !== 202) return submitted;
  const { job_id } = JSON.parse(submitted.body.toString()) as { job_id: string };
  const done = await ask(app, `/v1/jobs/${job_id}?wait=60`, who);
  assert.equal((JSON.parse(done.body.toString()) as { status: string }).status, 'completed');
  return done;
};

/** Returns whether the conversion was the first in its sandbox. */
async function hasFreshBox(way: Way, who: Customer, group?: string): Promise<boolean> {
  const before = await sandboxes();
  const answer = await way(who, group);
  assert.equal(answer.status, 200, answer.error.message);
  const { taken } = await sandboxes();
  assert.ok(taken - before.taken <= 1);
  return taken > before.taken;
}

const ways: [string, Way][] = [
  ['POST /v1/convert', convert],
  ['POST /api/convert', convertOpenly],
  ['POST /v1/jobs', convertAsJob],
];

for (const [name, way] of ways) {
  test(`the endpoint ${name} reuses a sandbox only within an isolation group, and never in the group "job"`, async () => {
    const who = await app.customer('hobby', busy);
    const seen: (readonly [string | undefined, boolean])[] = [];
    const groups = [undefined, undefined, 'one', 'one', 'two', 'two', 'job', 'job', 'two', undefined];
    for (const group of groups) seen.push([group, await hasFreshBox(way, who, group)]);
    assert.deepEqual(seen, [
      [undefined, true],
      [undefined, false],
      ['one', true],
      ['one', false],
      ['two', true],
      ['two', false],
      ['job', true],
      ['job', true],
      ['two', false],
      // The server has removed this account's first sandbox to make room for the sandboxes of the groups.
      [undefined, true],
    ]);
  });
}

test('removes the sandbox after a conversion in the isolation group "job"', async () => {
  const who = await app.customer('hobby', busy);
  const { kept } = await sandboxes();
  assert.equal(await hasFreshBox(convert, who, 'job'), true);
  assert.equal((await sandboxes()).kept, kept);
  assert.equal(await hasFreshBox(convert, who), true);
});

test('does not share a sandbox between two accounts that use the same isolation group name', async () => {
  assert.equal(await hasFreshBox(convert, ada, 'shared'), true);
  assert.equal(await hasFreshBox(convert, bob, 'shared'), true);
  assert.equal(await hasFreshBox(convert, ada, 'shared'), false);
});

test('keeps the sandbox of an account while another account uses many isolation groups', async () => {
  assert.equal(await hasFreshBox(convert, ada, 'first'), true);
  await convert(bob);
  assert.equal(await hasFreshBox(convert, bob), false);
  for (let n = 0; n < 6; n += 1) assert.equal(await hasFreshBox(convert, ada, `customer-${n}`), true);
  assert.equal(await hasFreshBox(convert, bob), false);
});

test('uses a new sandbox for every conversion without an API key, even within an isolation group', async () => {
  const openly: Way = async (_, group) => {
    const body = new FormData();
    for (const [name, value] of fieldsFor(group)) body.append(name, value);
    const response = await fetch(`${app.service.url}/api/convert`, { method: 'POST', body });
    return { status: response.status, error: {} } as Answer;
  };
  assert.equal(await hasFreshBox(openly, ada, 'one'), true);
  assert.equal(await hasFreshBox(openly, ada, 'one'), true);
});

for (const group of ['', 'a b', 'ä', 'x'.repeat(65), 'a\nb', 'a"b']) {
  test(`every endpoint refuses the invalid isolation group name ${JSON.stringify(group)}`, async () => {
    for (const [, way] of ways) {
      const { status, error } = await way(ada, group);
      assert.equal(status, 400);
      assert.equal(error.details?.['field'], 'isolation_group');
      assert.match(error.message ?? '', /must be 1 to 64 characters of A-Z a-z 0-9 \. _ : @ \/ \+ -/);
    }
  });
}

test('accepts a 64-character isolation group name that contains every kind of allowed character', async () => {
  const { status } = await convert(ada, 'Az09._:@/+-'.padEnd(64, 'x'));
  assert.equal(status, 200);
});

test('GET /v1/formats describes the option isolation_group', async () => {
  const { body } = await ask(app, '/v1/formats?source=json&target=yaml', ada);
  const { options } = JSON.parse(body.toString()) as { options: Record<string, { description: string }> };
  assert.ok(options['isolation_group']?.description);
});

test('returns 422 if an idempotency key is reused with another isolation group', async () => {
  const headers = { 'Idempotency-Key': 'with a group'.replaceAll(' ', '-') };
  const send = (group: string) => ask(app, '/v1/convert', ada, { fields: fieldsFor(group), headers });
  assert.equal((await send('one')).status, 200);
  assert.equal((await send('one')).headers.get('idempotent-replayed'), 'true');
  assert.equal((await send('two')).status, 422);
});

test('the database stores the isolation groups of jobs only in encrypted form', async () => {
  const group = 'somebody@example.com';
  const fields = fieldsFor(group);
  const { body } = await ask(app, '/v1/jobs', ada, { fields });
  const { job_id } = JSON.parse(body.toString()) as { job_id: string };
  const row = await app.registry.database.query
    .selectFrom('jobs')
    .selectAll()
    .where('id', '=', job_id)
    .executeTakeFirstOrThrow();
  assert.ok(!JSON.stringify(row).includes(group));
  await until('the job has ended', 30_000, async () => {
    const record = await ask(app, `/v1/jobs/${job_id}`, ada);
    return (JSON.parse(record.body.toString()) as { status: string }).status === 'completed';
  });
});
