/** GET /dashboard and its sections: signing in by a mailed link, and once that is done the account. */
import type { FastifyPluginCallback, FastifyRequest } from 'fastify';
import type { Accounts } from '../accounts/accounts.ts';
import type { Page } from '../pages/document.ts';
import { html, type Html } from '../pages/html.ts';
import { notFoundPage } from '../pages/not-found.ts';
import type { Pages } from '../pages/pages.ts';
import { signInEntry, writeNewKey, writeSignInForm } from '../pages/sign-in.ts';
import type { View } from '../pages/view.ts';

interface DashboardServices {
  pages: Pages;
  accounts: Accounts;
}

/** What the page's script shows at `/dashboard/{section}`. */
const sections = new Set(['keys', 'jobs', 'webhooks', 'billing', 'account']);

export const dashboardRoutes: FastifyPluginCallback<DashboardServices> = (server, services, done) => {
  const { pages, accounts } = services;
  const config = { counted: 'reading', key: 'optional', session: true } as const;
  const pageFor = async (request: FastifyRequest): Promise<(view: View) => Page> => {
    const account = request.account ? await accounts.find(request.account.id) : undefined;
    return account ? (view) => accountPage(view, account) : signInPage;
  };
  const options = { config, schema: { hide: true } };
  for (const path of ['/dashboard', '/dashboard/jobs/:id'])
    server.get(path, options, async (request, reply) => pages.send(reply, await pageFor(request)));
  server.get<{ Params: { section: string } }>('/dashboard/:section', options, async (request, reply) => {
    const isKnown = sections.has(request.params.section);
    return pages.send(reply, isKnown ? await pageFor(request) : notFoundPage);
  });
  done();
};

function signInPage(view: View): Page {
  const { say } = view;
  return {
    title: say('sign_in'),
    entries: [signInEntry],
    body: html`<div class="stack sign-in">
        <h1>${say('sign_in')}</h1>
        <p class="lead">${say('sign_in_lead')}</p>
        ${writeSignInForm(view)}
        <noscript><p class="note">${say('needs_script')}</p></noscript>
      </div>
      <template id="new-key">${writeNewKey(view, '')}</template>`,
  };
}

function accountPage(view: View, account: { id: string; email: string; plan: { name: string } }): Page {
  const { say } = view;
  return {
    title: say('dashboard'),
    layout: 'wide',
    entries: ['src/dashboard/main.tsx'],
    body: html`<div
        id="dashboard"
        data-id="${account.id}"
        data-email="${account.email}"
        data-plan="${account.plan.name}"
      >
        ${writeWaiting(view)}
      </div>
      <template id="sign-in-again">${writeSignInForm(view)}</template>`,
  };
}

/** Until the script is there. */
function writeWaiting({ say }: View): Html {
  return html`<h1>${say('dashboard')}</h1>
    <noscript><p class="note">${say('needs_script')}</p></noscript>`;
}
