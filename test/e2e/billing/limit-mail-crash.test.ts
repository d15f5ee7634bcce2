/**
 * Kills the server after it has sent an email about a reached limit and before it records the email as sent. Tests that
 * the account gets only one email about the limit although the server crashes.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { messagesIn } from '../../support/accounts/messages.ts';
import { startService, until } from '../../support/server/service.ts';
import { ask, busy, openTestApp, toYaml } from '../../support/server/test-app.ts';

const crashable = fileURLToPath(new URL('../../support/server/crashable-server.ts', import.meta.url));

test('a limit email that is sent again after a crash replaces the file of the first email', async () => {
  let command = [process.execPath, crashable, 'after-mail', '1', 'SIGKILL'];
  const app = await openTestApp('sqlite', { WARM: 'off' }, (env) => startService(env, command));
  await using closing = new AsyncDisposableStack();
  closing.defer(() => app.close());
  const who = await app.customer('hobby', { ...busy, monthly_conversions: 1 });
  const { process: server, dataDir } = app.service;
  const killed = once(server, 'exit');
  // The request may fail, because the server is killed before or after it responds.
  await ask(app, '/v1/convert', who, { fields: toYaml() }).catch(() => undefined);
  await killed;
  assert.equal(server.signalCode, 'SIGKILL');
  const subjects = async () => (await messagesIn(dataDir)).map(({ subject }) => subject);
  assert.deepEqual(await subjects(), ["You have used all of this month's conversions"]);

  command = [];
  await app.restart('SIGKILL');
  const notices = app.registry.database.query.selectFrom('limit_notices').select('due_at');
  await until('each notice was mailed', 60_000, async () =>
    (await notices.execute()).every(({ due_at: due }) => due === null),
  );
  assert.deepEqual(await subjects(), ["You have used all of this month's conversions"]);
});
