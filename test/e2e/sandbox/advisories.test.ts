/** Tests where operators see security advisories of installed packages: `protean doctor`, /readyz and the metrics. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { advisoryStatuses } from '../../../packages/server/src/convert/advisories/advisory.ts';
import { advisories } from '../../../packages/server/src/convert/advisories/advisories.ts';
import { serviceFixture } from '../../support/fixtures.ts';
import { protean } from '../../support/server/service.ts';

const token = 'only-the-operator-knows';
const service = serviceFixture({ ADMIN_TOKEN: token, METRICS_LISTEN: '127.0.0.1:0' });
const authorization = { Authorization: `Bearer ${token}` };

interface Part {
  part: string;
  ok: boolean;
  says: string;
}

async function parts(headers: Record<string, string>): Promise<Part[]> {
  const response = await fetch(`${service.url}/readyz`, { headers });
  assert.equal(response.status, 200);
  return ((await response.json()) as { parts: Part[] }).parts;
}

test('GET /readyz shows security advisories only to requests with ADMIN_TOKEN', async () => {
  const found = (await parts(authorization)).find(({ part }) => part === 'advisories');
  assert.match(found?.says ?? '', /^\d+ with an available update.*; \d+ open.*; \d+ unknown$/);
  for (const headers of [{}, { Authorization: 'Bearer another-token-of-16' }])
    assert.ok(!(await parts(headers)).some(({ part }) => part === 'advisories'));
});

test('the metrics count security advisories by status and package', async () => {
  const text = await (await fetch(service.metricsUrl ?? '')).text();
  const samples = [...text.matchAll(/^protean_advisories\{status="([a-z_]+)",package="([^"]+)"\} (\d+)$/gm)];
  assert.ok(samples.length > 0, text.slice(0, 500));
  for (const [, status = '', name = ''] of samples) {
    assert.ok(advisoryStatuses.some((known) => known === status));
    assert.ok(advisories.some(({ source }) => source === name));
  }
  const counted = samples.reduce((sum, [, , , count]) => sum + Number(count), 0);
  assert.ok(counted <= advisories.length);
});

test('`protean doctor --security` exits with 1 if and only if an update is available', () => {
  const { status, stdout, stderr } = spawnSync(protean, ['doctor', '--security'], { encoding: 'utf8' });
  assert.equal(stderr, '');
  const [counts = ''] = /^\d+ advisories: .*$/m.exec(stdout) ?? [];
  assert.ok(counts.startsWith(`${advisories.length} advisories: `), stdout);
  assert.equal(status, /\d+ update available/.test(counts) ? 1 : 0);
  assert.match(counts, /\d+ fixed\b/);
});

test('`protean doctor` rejects an unknown argument', () => {
  const { status, stdout } = spawnSync(protean, ['doctor', '--secure'], { encoding: 'utf8' });
  assert.equal(status, 2);
  assert.match(stdout, /^Usage: protean doctor \[--security\]/);
});
