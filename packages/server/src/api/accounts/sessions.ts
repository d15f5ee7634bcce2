/**
 * /v1/sessions (contract §7.7, §7.10): sign-in by a link in an email message, and sign-out from one browser or all
 * browsers.
 */
import { z } from 'zod';
import type { Sessions } from '../../accounts/sessions.ts';
import { linkLifeMs } from '../../accounts/sign-up-messages.ts';
import type { SignUp } from '../../accounts/sign-up.ts';
import { accountOf, invalidKey } from '../../http/guards/authentication.ts';
import { callerOf } from '../../kit/caller-of.ts';
import { setCookie } from '../../http/openapi/headers.ts';
import type { OwnAddress } from '../../http/own-address.ts';
import { endedSessionCookie, requireOwnSite, sessionOf } from '../../http/guards/session-cookie.ts';
import type { PluginWithSchemas } from '../../http/validation.ts';
import { emailBody } from './sign-up.ts';

interface SessionRouteServices {
  sessions: Sessions;
  signUp: SignUp;
  address: OwnAddress;
}

const signIn = {
  operationId: 'signIn',
  summary: 'E-mails a link that signs a browser in to the account of the address.',
  body: emailBody,
  response: { 200: z.strictObject({ ok: z.boolean(), message: z.string() }) },
};

export const sessionRoutes: PluginWithSchemas<SessionRouteServices> = (server, services, done) => {
  const { sessions, signUp, address } = services;
  const { isHttps } = address;

  const byMail = { schema: signIn, config: { counted: true, key: 'none' } } as const;
  server.post('/v1/sessions', byMail, async (request) => {
    await signUp.requestLink(request.body.email, callerOf(request.ip), 'session');
    return {
      ok: true,
      message: `We have sent a message to that address. If it has an account, the link in it signs you in within ${linkLifeMs / 60_000} minutes.`,
    };
  });

  const response = { 204: { description: 'Signed out.', headers: { 'Set-Cookie': setCookie } } };

  // A sign-out from an expired session gets the same response as a sign-out from a valid session.
  const here = { operationId: 'signOut', summary: 'Signs this browser out.', response };
  const forAnybody = { schema: here, config: { counted: true, key: 'optional', session: true } } as const;
  server.delete('/v1/sessions/current', forAnybody, async (request, reply) => {
    const token = sessionOf(request, isHttps);
    if (token === undefined) throw invalidKey();
    requireOwnSite(request, address);
    await sessions.end(token);
    return reply.header('Set-Cookie', endedSessionCookie(isHttps)).status(204).send();
  });

  const everywhere = {
    operationId: 'signOutEverywhere',
    summary: 'Signs out all browsers of the account.',
    response,
  };
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
