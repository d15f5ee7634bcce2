/** POST /v1/keys/free and the page that its link leads to (contract §7.3, §7.4). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { AccountPlan, AccountPlans } from '../../accounts/plans.ts';
import { linkLifeMs, type SignUp, type Welcome } from '../../accounts/sign-up.ts';
import { ServiceError } from '../../errors.ts';
import { callerOf } from '../caller.ts';
import { readBytes, readJson } from '../json.ts';
import { html, sendPage } from '../page.ts';
import { refuseOtherSites, sessionCookie } from '../session-cookie.ts';

export interface SignUpRouteServices {
  signUp: SignUp;
  plans: AccountPlans;
  keyVerification: 'email' | 'none';
  /** Whether browsers reach the service by https. */
  https: boolean;
}

const linkPath = '/verify';

/**
 * Where a link leads. The token is in the query, which is not logged, under a name so short that the whole fits on a
 * line of a letter, which else is folded and can be clicked in mail programs only.
 */
export const linkTo = (baseUrl: string, token: string) => `${baseUrl}${linkPath}?t=${token}`;

const emailWords = 'an e-mail address of at most 254 characters';
const application = z.strictObject({ email: z.email(emailWords).max(254, emailWords) }, 'a JSON object');

export function addSignUpRoutes(server: FastifyInstance, parts: SignUpRouteServices): void {
  const { signUp, plans, keyVerification } = parts;
  const config = { counted: true, key: 'none' } as const;
  server.post('/v1/keys/free', { config }, async (request, reply) => {
    const { email } = await readJson(request, application);
    const caller = callerOf(request.ip);
    if (keyVerification === 'none') {
      const made = await signUp.createUnproved(email, caller);
      if (!made) throw hasAccount();
      void reply.header('Cache-Control', 'no-store');
      return keyAnswer(made);
    }
    await signUp.requestLink(email, caller);
    return {
      ok: true,
      verification_required: true,
      monthly_limit: plans.free.monthlyConversions,
      message: `We have sent a link to that address. It shows your key, once, within ${linkLifeMs / 60_000} minutes.`,
    };
  });

  // Programs that look after mail open links too, so opening one spends nothing.
  server.get(linkPath, async (request, reply) => {
    const token = tokenInLink(request);
    if (!(await signUp.isLive(token))) return sendOver(reply);
    return sendPage(
      reply,
      200,
      'Your API key',
      html`<p>Press the button to see your key. It is shown once.</p>
        <form method="post" action="${linkPath.slice(1)}">
          <input type="hidden" name="token" value="${token}" />
          <button>Show my key</button>
        </form>`,
    );
  });

  server.post(linkPath, async (request, reply) => {
    refuseOtherSites(request);
    const welcome = await signUp.spend(await tokenOf(request));
    const asPage = wantsPage(request);
    if (!welcome) {
      if (asPage) return sendOver(reply);
      throw linkOver();
    }
    void reply.headers({
      'Set-Cookie': sessionCookie(welcome.session, parts.https),
      'Cache-Control': 'no-store',
    });
    return asPage ? sendKey(reply, welcome) : keyAnswer(welcome);
  });
}

/** From the page's form, or from the link itself for programs that post to it. */
async function tokenOf(request: FastifyRequest): Promise<string> {
  const form = new URLSearchParams((await readBytes(request, 1024)).toString('latin1'));
  return form.get('token') ?? tokenInLink(request);
}

function tokenInLink({ query }: FastifyRequest): string {
  const { t: token } = query as { t?: unknown };
  return typeof token === 'string' ? token : '';
}

/** As browsers do; a program that takes JSON besides anything else is none. */
function wantsPage({ headers: { accept = '' } }: FastifyRequest): boolean {
  return accept.includes('text/html') || !accept.includes('application/json');
}

function keyAnswer({ key, plan }: { key: string; plan: AccountPlan }) {
  return { api_key: key, plan: plan.name, monthly_limit: plan.monthlyConversions };
}

function sendKey(reply: FastifyReply, { key, plan }: Welcome): FastifyReply {
  return sendPage(
    reply,
    200,
    'Your API key',
    html`<p>This is your key, shown this once. Keep it where only your server can read it.</p>
      <p><code>${key}</code></p>
      <p>Plan: ${plan.name}. Send it as <code>Authorization: Bearer &lt;API_KEY&gt;</code></p>`,
  );
}

const overWords = 'This link has been used or is too old. Ask for a new one with POST /v1/keys/free.';

function sendOver(reply: FastifyReply): FastifyReply {
  return sendPage(reply, 404, 'This link is over', html`<p>${overWords}</p>`);
}

function linkOver(): ServiceError {
  return new ServiceError('not_found', overWords);
}

function hasAccount(): ServiceError {
  return new ServiceError('bad_request', 'There is an account for this address already.', {
    details: { field: 'email' },
  });
}
