/** DELETE /v1/sessions and /v1/sessions/current (contract §7.7): signing out everywhere, and here. */
import type { Sessions } from '../../accounts/sessions.ts';
import { accountOf, invalidKey } from '../authentication.ts';
import { setCookie } from '../openapi/headers.ts';
import type { OwnAddress } from '../own-address.ts';
import { endedSessionCookie, requireOwnSite, sessionOf } from '../session-cookie.ts';
import type { PluginWithSchemas } from '../validation.ts';

export const sessionRoutes: PluginWithSchemas<{ sessions: Sessions; address: OwnAddress }> = (
  server,
  { sessions, address },
  done,
) => {
  const { isHttps } = address;
  const response = { 204: { description: 'Signed out.', headers: { 'Set-Cookie': setCookie } } };

  // A session that is over already gets the same response as one that ends now.
  const here = { operationId: 'signOut', summary: 'Signs this browser out.', response };
  const forAnybody = { schema: here, config: { counted: true, key: 'optional', session: true } } as const;
  server.delete('/v1/sessions/current', forAnybody, async (request, reply) => {
    const token = sessionOf(request, isHttps);
    if (token === undefined) throw invalidKey();
    requireOwnSite(request, address);
    await sessions.end(token);
    return reply.header('Set-Cookie', endedSessionCookie(isHttps)).status(204).send();
  });

  const everywhere = { operationId: 'signOutEverywhere', summary: 'Signs out everywhere.', response };
  const forOwners = {
    schema: everywhere,
    config: { counted: true, key: 'required', session: true },
  } as const;
  server.delete('/v1/sessions', forOwners, async (request, reply) => {
    await sessions.endAll(accountOf(request).id);
    return reply.header('Set-Cookie', endedSessionCookie(isHttps)).status(204).send();
  });
  done();
};
