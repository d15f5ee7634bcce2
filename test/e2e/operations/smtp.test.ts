/** Tests sign-up email messages through an SMTP server that works, is busy or is unreachable. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { SMTPServer } from 'smtp-server';
import { startInProcess } from '../../support/server/in-process-service.ts';
import { linkIn, readMessage } from '../../support/accounts/messages.ts';
import { requestFreeKey, until } from '../../support/server/service.ts';

const ask = (url: string) => requestFreeKey(url, 'ada@example.com');

test('sends the sign-up link from MAIL_FROM, and only to the requested email address', async () => {
  const taken: { recipients: string[]; eml: Buffer }[] = [];
  const passwords: unknown[] = [];
  const server = new SMTPServer({
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    onAuth: ({ password }, _session, done) => {
      passwords.push(password);
      done(null, { user: 'protean' });
    },
    onData: (stream, { envelope }, done) => {
      void buffer(stream).then((eml) => {
        taken.push({ recipients: envelope.rcptTo.map(({ address }) => address), eml });
        done();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const service = await startInProcess({
    SMTP_URL: `smtp://protean:swordfish@127.0.0.1:${port}`,
    MAIL_FROM: 'Keys <keys@example.com>',
  });
  try {
    assert.equal((await ask(service.url)).status, 200);
    await until('the message arrives', 10_000, () => taken.length === 1);
    const [message = assert.fail()] = taken;
    assert.deepEqual(message.recipients, ['ada@example.com']);
    assert.match(message.eml.toString(), /^From: Keys <keys@example\.com>\r$/m);
    assert.deepEqual(passwords, ['swordfish']);
    const link = linkIn(await readMessage(message.eml), service.url);
    const shown = await fetch(link, { method: 'POST', headers: { Accept: 'application/json' } });
    assert.equal(shown.status, 200);
    assert.ok(!service.log().includes('swordfish'));
  } finally {
    await service.close();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }
});

test('resends an email message if the SMTP server is busy at first', async () => {
  let asked = 0;
  const taken: Buffer[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo: (_address, _session, done) => {
      asked += 1;
      done(asked === 1 ? Object.assign(new Error('greylisted'), { responseCode: 451 }) : null);
    },
    onData: (stream, _session, done) => {
      void buffer(stream).then((eml) => {
        taken.push(eml);
        done();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const service = await startInProcess({ SMTP_URL: `smtp://127.0.0.1:${port}` });
  try {
    assert.equal((await ask(service.url)).status, 200);
    await until('the message arrives', 10_000, () => taken.length === 1);
    assert.match(service.log(), /"triesLeft":2/);
    const link = linkIn(await readMessage(taken[0] ?? assert.fail()), service.url);
    assert.equal((await fetch(link)).status, 200);
  } finally {
    await service.close();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }
});

test('a sign-up request returns 200 while the SMTP server is unreachable, and the server logs that the email was not sent', async () => {
  const service = await startInProcess({ SMTP_URL: 'smtp://protean:swordfish@127.0.0.1:1' });
  try {
    assert.equal((await ask(service.url)).status, 200);
    await until('the failure is logged', 10_000, () => service.log().includes('a message could not be sent'));
    assert.doesNotMatch(service.log(), /[?]t=|swordfish/);
  } finally {
    await service.close();
  }
});
