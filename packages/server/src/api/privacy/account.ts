/** /v1/account (contract §7.9, §7.11): returns the account's data to its owner, and deletes the account. */
import { Readable } from 'node:stream';
import { z } from 'zod';
import type { Accounts } from '../../accounts/accounts.ts';
import { addressOf } from '../../accounts/mailbox.ts';
import { ServiceError } from '../../errors.ts';
import { attachment } from '../../kit/file-name.ts';
import { timeText } from '../../kit/time-text.ts';
import type { Clock } from '../../kit/clock.ts';
import type { AccountDeletion } from '../../privacy/deletion.ts';
import type { AccountExport } from '../../privacy/export.ts';
import { accountOf, invalidKey } from '../../http/guards/authentication.ts';
import { fileHeaders, setCookie } from '../../http/openapi/headers.ts';
import type { OwnAddress } from '../../http/own-address.ts';
import { untilAbandoned } from '../../http/running-requests.ts';
import { endedSessionCookie } from '../../http/guards/session-cookie.ts';
import type { PluginWithSchemas } from '../../http/validation.ts';

interface AccountRouteServices {
  accounts: Accounts;
  deletion: AccountDeletion;
  accountExport: AccountExport;
  clock: Clock;
  address: OwnAddress;
}

const accountSchema = z
  .strictObject({
    id: z.string(),
    email: z.string(),
    plan: z.string(),
    plan_source: z.enum(['stripe', 'operator', 'default']).meta({
      description: 'Who set the plan; `default` if it was never set.',
    }),
    created_at: z.string(),
  })
  .meta({ id: 'Account' });

const shown = {
  operationId: 'getAccount',
  summary: 'Returns the account with its address and plan.',
  response: { 200: accountSchema },
};

const exported = {
  operationId: 'exportAccount',
  summary: 'Returns all data stored for the account, as a zip of JSON and CSV.',
  response: {
    200: {
      description: 'The zip.',
      headers: { 'Content-Disposition': fileHeaders['Content-Disposition'] },
      content: {
        'application/zip': { schema: z.unknown().meta({ override: { type: 'string', format: 'binary' } }) },
      },
    },
  },
};

const deleted = {
  operationId: 'deleteAccount',
  summary: 'Deletes the account and all its data, immediately and permanently.',
  body: z.strictObject(
    { confirm: z.string('the e-mail address of the account').meta({ description: "The account's e-mail." }) },
    'a JSON object',
  ),
  response: {
    200: {
      description: 'The account is closed and its address erased.',
      headers: { 'Set-Cookie': setCookie },
      content: {
        'application/json': {
          schema: z.strictObject({
            deleted: z.boolean(),
            pending: z.array(z.string()).meta({
              description: 'Data that could not be deleted yet. Deletion is retried. Usually empty.',
            }),
          }),
        },
      },
    },
  },
};

export const accountRoutes: PluginWithSchemas<AccountRouteServices> = (server, services, done) => {
  const { accounts, deletion, accountExport, clock, address } = services;
  const config = { counted: true, key: 'required', session: true } as const;
  const reading = { ...config, counted: 'reading by a session' } as const;
  server.get('/v1/account', { config: reading, schema: shown }, async (request) => {
    const account = await accounts.find(accountOf(request).id);
    if (!account) throw invalidKey();
    const { id, email, plan, planSource, createdAt } = account;
    return { id, email, plan: plan.name, plan_source: planSource, created_at: timeText(createdAt) };
  });

  server.get('/v1/account/export', { config, schema: exported }, async (request, reply) => {
    const zip = await accountExport.zip(accountOf(request).id);
    if (!zip) throw invalidKey();
    const day = timeText(clock.now()).slice(0, 10);
    return reply
      .headers({
        'Content-Type': 'application/zip',
        'Content-Disposition': attachment(`protean-account-${day}.zip`),
      })
      .send(Readable.fromWeb(zip, { signal: untilAbandoned(request, reply) }));
  });

  // Accepts only sessions, because a leaked key must not be able to delete the account.
  const fromBrowsers = { counted: true, key: 'required', session: 'only' } as const;
  server.delete('/v1/account', { config: fromBrowsers, schema: deleted }, async (request, reply) => {
    const account = await accounts.find(accountOf(request).id);
    if (!account) throw invalidKey();
    if (addressOf(request.body.confirm.trim()) !== addressOf(account.email)) throw notConfirmed();
    const pending = await deletion.delete(account.id);
    request.log.info({ account: account.id, pending }, 'an account was deleted');
    void reply.header('Set-Cookie', endedSessionCookie(address.isHttps));
    return { deleted: true, pending };
  });
  done();
};

function notConfirmed(): ServiceError {
  return new ServiceError('bad_request', 'To delete the account, set "confirm" to its e-mail address.', {
    details: { field: 'confirm', allowed: 'the e-mail address of the account' },
  });
}
