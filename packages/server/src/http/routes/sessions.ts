/** DELETE /v1/sessions and /v1/sessions/current: signing out everywhere, and here (contract §7.7). */
import type { FastifyInstance } from 'fastify';
import type { Sessions } from '../../accounts/sessions.ts';
import { accountOf, invalidKey } from '../authentication.ts';
import type { OwnPlace } from '../own-origin.ts';
import { endedSessionCookie, requireOwnSite, sessionOf } from '../session-cookie.ts';

export interface SessionRouteParts extends OwnPlace {
  sessions: Sessions;
  https: boolean;
}

export function addSessionRoutes(server: FastifyInstance, parts: SessionRouteParts): void {
  const { sessions, https } = parts;

  // Whoever is signed out already is told the same as whoever signs out now.
  const forAnybody = { config: { counted: true, key: 'optional', session: true } } as const;
  server.delete('/v1/sessions/current', forAnybody, async (request, reply) => {
    const token = sessionOf(request, https);
    if (token === undefined) throw invalidKey();
    requireOwnSite(request, parts);
    await sessions.end(token);
    return reply.header('Set-Cookie', endedSessionCookie(https)).status(204).send();
  });

  const forOwners = { config: { counted: true, key: 'required', session: true } } as const;
  server.delete('/v1/sessions', forOwners, async (request, reply) => {
    await sessions.endAll(accountOf(request).id);
    return reply.header('Set-Cookie', endedSessionCookie(https)).status(204).send();
  });
}
