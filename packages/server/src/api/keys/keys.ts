/** /v1/keys (contract §7.5): lists, creates, rotates and revokes an account's keys. */
import { z } from 'zod';
import { describeKey, noSuchKey, type Keys } from '../../accounts/keys.ts';
import { ServiceError } from '../../errors.ts';
import { timeText } from '../../kit/time-text.ts';
import { accountOf, invalidKey } from '../../http/guards/authentication.ts';
import { errorOf } from '../../http/openapi/errors.ts';
import type { PluginWithSchemas } from '../../http/validation.ts';

const maxGraceSeconds = 604_800;
const validGrace = `a whole number of seconds from 0 to ${maxGraceSeconds}`;
const rotation = z.strictObject(
  {
    grace_seconds: z.int(validGrace).min(0, validGrace).max(maxGraceSeconds, validGrace).default(0),
    key_id: z.string('the id of a key').optional().meta({
      description:
        'The id of the key to rotate. Required with a session. A request with a key can rotate only that key.',
    }),
  },
  'a JSON object',
);

/** A key as its owner sees it. */
const keySchema = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    prefix: z.string(),
    last4: z.string(),
    created_at: z.string(),
    last_used_at: z.string().nullable(),
    revoked_at: z.string().nullable(),
  })
  .meta({ id: 'Key' });

const rotatedKey = z
  .strictObject({
    api_key: z.string(),
    plan: z.string(),
    monthly_limit: z.number().nullable(),
    previous_key_expires_at: z.string(),
  })
  .meta({ id: 'RotatedKey', description: 'The replacement key, which is shown only once.' });

const validName = 'a text of 1 to 100 characters on one line';
const newKey = z.strictObject(
  { name: z.string(validName).regex(/^[^\p{Cc}]{1,100}$/u, validName) },
  'a JSON object',
);

export const keyRoutes: PluginWithSchemas<{ keys: Keys }> = (server, { keys }, done) => {
  const config = { counted: true, key: 'required', session: true } as const;
  const listed = {
    operationId: 'listKeys',
    summary: 'Lists the keys of the account.',
    response: { 200: z.strictObject({ keys: z.array(keySchema) }).meta({ id: 'Keys' }) },
  };
  const reading = { ...config, counted: 'reading by a session' } as const;
  server.get('/v1/keys', { config: reading, schema: listed }, async (request) => {
    const records = await keys.list(accountOf(request).id);
    return { keys: records.map(describeKey) };
  });

  const created = {
    operationId: 'createKey',
    summary: 'Creates a key and shows it once.',
    body: newKey,
    response: { 200: keySchema.extend({ api_key: z.string() }).meta({ id: 'NewKey' }) },
  };
  server.post('/v1/keys', { config, schema: created }, async (request) => {
    const made = await keys.make(accountOf(request), request.body.name);
    if (!made) throw invalidKey();
    const { secret, record } = made;
    return { api_key: secret, ...describeKey(record) };
  });

  const revoked = {
    operationId: 'revokeKey',
    summary: 'Revokes a key.',
    params: z.object({ id: z.string().meta({ description: 'The `id` that GET /v1/keys lists.' }) }),
    response: { 200: keySchema },
  };
  server.delete('/v1/keys/:id', { config, schema: revoked }, async (request) => {
    const record = await keys.revoke(accountOf(request).id, request.params.id);
    if (!record) throw noSuchKey();
    return describeKey(record);
  });

  const rotated = {
    operationId: 'rotateKey',
    summary: 'Replaces the key of the request or, with a session, the given key.',
    body: rotation,
    response: { 200: rotatedKey, 404: errorOf('not_found') },
  };
  server.post('/v1/keys/rotate', { config, schema: rotated }, async (request) => {
    const { id, keyId: presented, plan } = accountOf(request);
    const keyId = keyToRotate(presented, request.body.key_id);
    const graceMs = request.body.grace_seconds * 1000;
    const successor = await keys.rotate({ id, keyId }, graceMs);
    if (!successor) throw presented === null ? noSuchKey() : invalidKey();
    return {
      api_key: successor.made.secret,
      plan: plan.name,
      monthly_limit: plan.monthlyConversions,
      previous_key_expires_at: timeText(successor.previousExpiresAt),
    };
  });
  done();
};

/**
 * Returns the id of the key to rotate. A request with a session must specify the key. A request that is authenticated
 * with a key can rotate only that key.
 */
function keyToRotate(presented: string | null, named: string | undefined): string {
  if (presented === null && named !== undefined) return named;
  if (presented !== null && (named ?? presented) === presented) return presented;
  throw new ServiceError(
    'bad_request',
    presented === null
      ? 'Specify the key to rotate in "key_id". GET /v1/keys lists the ids.'
      : 'A key can rotate only itself. Omit "key_id", or sign in to rotate another key.',
    { details: { field: 'key_id', allowed: 'the id of a key, with a session' } },
  );
}
