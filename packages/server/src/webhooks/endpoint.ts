/** Checks in advance whether events may be sent to a caller's URL (contract §8.8). */
import { ServiceError } from '../errors.ts';
import { EgressError, type GuardedFetch } from '../egress/outbound.ts';
import type { WebhookSecrets } from './secrets.ts';

interface EndpointServices {
  outbound: GuardedFetch;
  secrets: Pick<WebhookSecrets, 'signingKey'>;
}

interface NamedEndpoint {
  accountId: string;
  url: string;
  /** Name of the request field with the URL: `webhook_url` or `url`. */
  field: string;
}

/**
 * Returns the account's signing key. Throws `bad_request` with the field's name if the URL is not on the public
 * internet or the account has no webhook secret. A host name that does not resolve now is accepted, because each
 * attempt resolves the name again.
 */
export async function admitEndpoint(
  { outbound, secrets }: EndpointServices,
  { accountId, url, field }: NamedEndpoint,
): Promise<string> {
  try {
    await outbound.check(url);
  } catch (error) {
    if (!(error instanceof EgressError)) throw error;
    if (error.reason === 'address not allowed') throw notAllowed(field);
  }
  const key = await secrets.signingKey(accountId);
  if (key === undefined) throw noSecret(field);
  return key;
}

function notAllowed(field: string): ServiceError {
  return new ServiceError(
    'bad_request',
    `The field "${field}" must be a URL on the public internet: http or https, port 80, 443 or above 1023, without a user name.`,
    { details: { field, reason: 'address not allowed' } },
  );
}

function noSecret(field: string): ServiceError {
  return new ServiceError(
    'bad_request',
    'Webhooks are always signed, but the account has no webhook secret. Create one with POST /v1/webhooks/secret.',
    { details: { field, reason: 'no_webhook_secret' } },
  );
}
