/** POST /v1/keys/free, which emails a link, and the page that the link opens (contract §7.3, §7.4). */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { AccountPlan, AccountPlans } from '../../accounts/plans.ts';
import type { SignUp, Welcome } from '../../accounts/sign-up.ts';
import { linkLifeMs } from '../../accounts/sign-up-messages.ts';
import { ServiceError } from '../../errors.ts';
import { callerOf } from '../../kit/caller-of.ts';
import { newToken, type RandomBytes } from '../../kit/secrets.ts';
import { readBytes } from '../../http/body/json.ts';
import { errorOf, errorSchema } from '../../http/openapi/errors.ts';
import { setCookie } from '../../http/openapi/headers.ts';
import type { OwnAddress } from '../../http/own-address.ts';
import { html, sendPage } from '../../pages/secret-page.ts';
import { signInEntry, writeNewKey } from '../../pages/sign-in.ts';
import {
  formCookie,
  formValueOf,
  refuseOtherSites,
  sessionCookie,
} from '../../http/guards/session-cookie.ts';
import type { PluginWithSchemas } from '../../http/validation.ts';

interface SignUpRouteServices {
  signUp: SignUp;
  plans: AccountPlans;
  /**
   * With `email`, a link in an email message verifies the address. With `none`, the key is issued immediately, without
   * verifying the address.
   */
  keyVerification: 'email' | 'none';
  address: OwnAddress;
  random: RandomBytes;
}

const linkPath = '/verify';

/**
 * Returns the link for the email message. The token is in the query string, which is not logged. The parameter name is
 * short so that the link fits on one line, because mail software folds longer lines.
 */
export const verificationLink = (baseUrl: string, token: string) => `${baseUrl}${linkPath}?t=${token}`;

const validEmail = 'an e-mail address of at most 254 characters';
/** Body of a request for a link. */
export const emailBody = z.strictObject({ email: z.email(validEmail).max(254, validEmail) }, 'a JSON object');
const keyAnswerSchema = z
  .strictObject({ api_key: z.string(), plan: z.string(), monthly_limit: z.number().nullable() })
  .meta({ id: 'IssuedKey', description: 'The key, which is shown only once.' });

const linkMailedSchema = z
  .strictObject({
    ok: z.boolean(),
    verification_required: z.boolean(),
    monthly_limit: z.number().nullable(),
    message: z.string(),
  })
  .meta({ id: 'LinkMailed', description: 'The link that shows the key was e-mailed.' });

const application = {
  operationId: 'requestFreeKey',
  summary: 'E-mails a link that opens a free account and shows its key, or signs in to an existing account.',
  body: emailBody,
  response: {
    200: z.union([keyAnswerSchema, linkMailedSchema]),
  },
};

/** Token of a link. A missing or unknown token is handled like an expired token. */
const link = z.object({ t: z.string().catch('').meta({ description: 'The token of the e-mailed link.' }) });

const page = { 'text/html': { schema: z.unknown().meta({ override: { type: 'string' } }) } };

const opened = {
  operationId: 'openLink',
  summary: 'A page with a button that redeems the e-mailed link.',
  querystring: link,
  response: {
    200: { description: 'The page.', headers: { 'Set-Cookie': setCookie }, content: page },
    404: { description: 'The link was already used or has expired.', content: page },
  },
};

const signedInSchema = z.strictObject({ ok: z.boolean(), message: z.string() });

const spent = {
  operationId: 'spendLink',
  summary: 'Redeems the e-mailed link: signs the browser in, and shows the key of a new account once.',
  querystring: link,
  response: {
    200: {
      description:
        'A page or JSON with the key of a new account, or the confirmation that the browser is signed in.',
      headers: { 'Set-Cookie': setCookie },
      content: { ...page, 'application/json': { schema: z.union([keyAnswerSchema, signedInSchema]) } },
    },
    // Response if the account is disabled. Omits the `WWW-Authenticate` header, which would ask for a key.
    401: { ...errorOf('invalid_api_key'), headers: {} },
    403: errorOf('bad_request', 403),
    404: {
      description: 'The link was already used or has expired.',
      content: { ...page, 'application/json': { schema: errorSchema } },
    },
    408: errorOf('bad_request', 408),
  },
};

export const signUpRoutes: PluginWithSchemas<SignUpRouteServices> = (server, services, done) => {
  const { signUp, plans, keyVerification, address, random } = services;
  const config = { counted: true, key: 'none' } as const;
  server.post('/v1/keys/free', { config, schema: application }, async (request, reply) => {
    const { email } = request.body;
    const caller = callerOf(request.ip);
    if (keyVerification === 'none') {
      const made = await signUp.createUnverified(email, caller);
      if (!made) throw hasAccount();
      void reply.header('Cache-Control', 'no-store');
      return keyAnswer(made);
    }
    await signUp.requestLink(email, caller, 'key');
    return {
      ok: true,
      verification_required: true,
      monthly_limit: plans.free.monthlyConversions,
      message: `We have sent a link to that address. It works once, within ${linkLifeMs / 60_000} minutes. It shows the key of a new account, or signs you in to your account.`,
    };
  });

  // Opening a link does not use up its token, because virus scanners of mail servers open links too.
  server.get(linkPath, { config: { counted: 'reading' }, schema: opened }, async (request, reply) => {
    const { t: token } = request.query;
    const effect = await signUp.lookUp(token);
    if (!effect) return sendExpired(reply);
    const { title, text, button } = linkPages[effect];
    // All forms in one browser contain the same random value, which is compared with a cookie. With a new
    // value per form, opening a second form would replace the cookie and invalidate the first form.
    const value = tokenIn(formValueOf(request, address.isHttps)) ?? newToken(random);
    void reply.header('Set-Cookie', formCookie(value, address.isHttps));
    return sendPage(reply, ({ say }) => ({
      title: say(title),
      content: html`<p>${say(text)}</p>
        <form method="post" action="${linkPath.slice(1)}">
          <input type="hidden" name="token" value="${token}" />
          <input type="hidden" name="form" value="${value}" />
          <button class="button solid">${say(button)}</button>
        </form>`,
    }));
  });

  server.post(linkPath, { schema: spent }, async (request, reply) => {
    const form = await formOf(request);
    refuseOtherSites(request, form.get('form'), address.isHttps);
    // A browser sends the token in the form of the sign-up page. A program may post to the link from the email message.
    // This link has the token in its query string.
    const welcome = await signUp.spend(form.get('token') ?? request.query.t);
    const asPage = wantsPage(request);
    if (!welcome) {
      if (asPage) return sendExpired(reply);
      throw linkExpired();
    }
    void reply.headers({
      'Set-Cookie': sessionCookie(welcome.session, address.isHttps),
      'Cache-Control': 'no-store',
    });
    const { key, plan } = welcome;
    if (asPage) return sendWelcome(reply, welcome);
    return key === undefined ? { ok: true, message: signedInMessage } : keyAnswer({ key, plan });
  });
  done();
};

/** Returns the fields of the page's form. */
async function formOf(request: FastifyRequest): Promise<URLSearchParams> {
  return new URLSearchParams((await readBytes(request, 1024)).toString('latin1'));
}

/**
 * Returns a cookie's value only if it looks like a token that this service generates. The cookie's value is written
 * into the page, so an unchecked value could add HTML to the page.
 */
const tokenIn = (value: string | undefined) => (value && /^[\w-]{43}$/.test(value) ? value : undefined);

/**
 * Whether the client gets a page, because it accepts HTML or does not accept JSON. Clients that accept only JSON get
 * JSON.
 */
function wantsPage({ headers: { accept = '' } }: FastifyRequest): boolean {
  return accept.includes('text/html') || !accept.includes('application/json');
}

function keyAnswer({ key, plan }: { key: string; plan: AccountPlan }) {
  return { api_key: key, plan: plan.name, monthly_limit: plan.monthlyConversions };
}

const linkPages = {
  'opens an account': { title: 'key_title', text: 'key_button_lead', button: 'key_button' },
  'signs in': { title: 'sign_in', text: 'sign_in_button_lead', button: 'sign_in' },
} as const;

const signedInMessage = 'This browser is signed in.';

function sendWelcome(reply: FastifyReply, { key }: Welcome): FastifyReply {
  return sendPage(reply, (view) => {
    const { say, href } = view;
    if (key !== undefined)
      return { title: say('key_title'), content: writeNewKey(view, key), entries: [signInEntry] };
    return {
      title: say('signed_in_title'),
      content: html`<p>${say('signed_in')}</p>
        <p><a class="button solid" href="${href('/dashboard')}">${say('to_dashboard')}</a></p>`,
    };
  });
}

const expiredMessage = 'This link was already used or has expired. Request a new one.';

function sendExpired(reply: FastifyReply): FastifyReply {
  return sendPage(reply, ({ say, href }) => ({
    status: 404,
    title: say('link_over_title'),
    content: html`<p>${say('link_over')}</p>
      <p><a class="button" href="${href('/dashboard')}">${say('sign_in')}</a></p>`,
  }));
}

function linkExpired(): ServiceError {
  return new ServiceError('not_found', expiredMessage);
}

function hasAccount(): ServiceError {
  return new ServiceError('bad_request', 'An account with this address already exists.', {
    details: { field: 'email' },
  });
}
