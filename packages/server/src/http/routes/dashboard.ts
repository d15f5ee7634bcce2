/** GET /dashboard: signing in by a mailed link, and once that is done the account: its plan, its month, signing out. */
import type { FastifyPluginCallback } from 'fastify';
import type { Accounts } from '../../accounts/accounts.ts';
import { capitalized } from '../../kit/capitalized.ts';
import { html, type Html } from '../pages/html.ts';
import type { Pages } from '../pages/pages.ts';
import type { View } from '../pages/view.ts';

interface DashboardServices {
  pages: Pages;
  accounts: Accounts;
}

export const dashboardRoutes: FastifyPluginCallback<DashboardServices> = (server, services, done) => {
  const { pages, accounts } = services;
  const config = { counted: 'reading', key: 'optional', session: true } as const;
  server.get('/dashboard', { config, schema: { hide: true } }, async (request, reply) => {
    const account = request.account ? await accounts.find(request.account.id) : undefined;
    return pages.send(reply, (view) => ({
      title: view.say(account ? 'dashboard' : 'sign_in'),
      entries: ['src/dashboard/main.ts'],
      body: account ? writeAccount(view, account) : writeSignIn(view),
    }));
  });
  done();
};

function writeSignIn({ say }: View): Html {
  return html`<div class="stack sign-in">
    <h1>${say('sign_in')}</h1>
    <p class="lead">${say('sign_in_lead')}</p>
    <form id="sign-in" class="card stack">
      <div>
        <label class="label" for="email">${say('email')}</label>
        <input
          id="email"
          name="email"
          class="field"
          type="email"
          autocomplete="email"
          required
          maxlength="254"
          dir="ltr"
        />
      </div>
      <button class="button solid">${say('sign_in')}</button>
      <p
        id="sign-in-status"
        role="status"
        class="note"
        data-sent="${say('link_sent')}"
        data-failed="${say('link_failed')}"
        data-wait="${say('link_wait')}"
      ></p>
    </form>
    <noscript><p class="note">${say('needs_script')}</p></noscript>
  </div>`;
}

function writeAccount({ say }: View, { email, plan }: { email: string; plan: { name: string } }): Html {
  return html`<div class="stack">
    <h1>${say('dashboard')}</h1>
    <div class="card stack">
      <p><bdi>${email}</bdi></p>
      <p class="muted">${say('plan')}: ${capitalized(plan.name)}</p>
      <p id="usage" data-used="${say('usage_of_month')}"></p>
      <button type="button" id="sign-out" class="button">${say('sign_out')}</button>
    </div>
  </div>`;
}
