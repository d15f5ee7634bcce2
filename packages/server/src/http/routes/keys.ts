/** /v1/keys (contract §7.5): an account's own keys, listed, created, rotated, revoked. */
import type { FastifyPluginCallback } from 'fastify';
import { z } from 'zod';
import { describeKey, type Keys } from '../../accounts/keys.ts';
import { ServiceError } from '../../errors.ts';
import { timeText } from '../../kit/time-text.ts';
import { accountOf, invalidKey } from '../authentication.ts';
import { readJson } from '../json.ts';

const maxGraceSeconds = 604_800;
const graceWords = `a whole number of seconds from 0 to ${maxGraceSeconds}`;
const rotation = z.strictObject(
  { grace_seconds: z.int(graceWords).min(0, graceWords).max(maxGraceSeconds, graceWords).default(0) },
  'a JSON object',
);

const nameWords = 'a text of 1 to 100 characters on one line';
const newKey = z.strictObject(
  { name: z.string(nameWords).regex(/^[^\p{Cc}]{1,100}$/u, nameWords) },
  'a JSON object',
);

export const keyRoutes: FastifyPluginCallback<{ keys: Keys }> = (server, { keys }, done) => {
  const forOwners = { config: { counted: true, key: 'required', session: true } } as const;
  server.get('/v1/keys', forOwners, async (request) => {
    const records = await keys.list(accountOf(request).id);
    return { keys: records.map(describeKey) };
  });

  server.post('/v1/keys', forOwners, async (request, reply) => {
    const account = accountOf(request);
    const { name } = await readJson(request, newKey);
    const made = await keys.make(account, name);
    if (!made) throw invalidKey();
    const { secret, record } = made;
    void reply.header('Cache-Control', 'no-store');
    return { api_key: secret, ...describeKey(record) };
  });

  server.delete<{ Params: { id: string } }>('/v1/keys/:id', forOwners, async (request) => {
    const record = await keys.revoke(accountOf(request).id, request.params.id);
    if (!record) throw new ServiceError('not_found', 'There is no such key. GET /v1/keys lists yours.');
    return describeKey(record);
  });

  // A session has no key that could be rotated.
  const forKeys = { config: { counted: true, key: 'required' } } as const;
  server.post('/v1/keys/rotate', forKeys, async (request, reply) => {
    const { id, keyId, plan } = accountOf(request);
    const { grace_seconds } = await readJson(request, rotation);
    const rotated = keyId === null ? undefined : await keys.rotate({ id, keyId }, grace_seconds * 1000);
    if (!rotated) throw invalidKey();
    void reply.header('Cache-Control', 'no-store');
    return {
      api_key: rotated.made.secret,
      plan: plan.name,
      monthly_limit: plan.monthlyConversions,
      previous_key_expires_at: timeText(rotated.previousExpiresAt),
    };
  });
  done();
};
