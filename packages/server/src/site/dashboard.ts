/**
 * GET /dashboard and its sections: the form that requests a sign-in link by email, or the account if the browser is
 * signed in.
 */
import { nearestNames } from '@protean/formats/nearest.ts';
import type { FastifyPluginCallback, FastifyRequest } from 'fastify';
import type { Accounts } from '../accounts/accounts.ts';
import type { Page } from '../pages/document.ts';
import { html, type Html } from '../pages/html.ts';
import { notFoundPage } from '../pages/not-found.ts';
import type { Pages } from '../pages/pages.ts';
import { signInEntry, writeNewKey, writeSignInForm } from '../pages/sign-in.ts';
import type { PageContext } from '../pages/page-context.ts';

interface DashboardServices {
  pages: Pages;
  accounts: Accounts;
  sellsPlans: boolean;
}

export const dashboardRoutes: FastifyPluginCallback<DashboardServices> = (server, services, done) => {
  const { pages, accounts, sellsPlans } = services;
  // Sections that the page's script shows at `/dashboard/{section}`.
  const sections = ['keys', 'jobs', 'webhooks', ...(sellsPlans ? ['billing'] : []), 'account'];
  const config = { counted: 'reading', key: 'optional', session: true } as const;
  const nearestSections = (name: string) =>
    nearestNames(name, sections).map((section) => `/dashboard/${section}`);
  const pageFor = async (request: FastifyRequest): Promise<(context: PageContext) => Page> => {
    const account = request.account ? await accounts.find(request.account.id) : undefined;
    return account ? (context) => accountPage(context, account, sellsPlans) : signInPage;
  };
  const options = { config, schema: { hide: true } };
  for (const path of ['/dashboard', '/dashboard/jobs/:id'])
    server.get(path, options, async (request, reply) => pages.send(reply, await pageFor(request)));
  server.get<{ Params: { section: string } }>('/dashboard/:section', options, async (request, reply) => {
    const isKnown = sections.includes(request.params.section);
    return pages.send(
      reply,
      isKnown ? await pageFor(request) : notFoundPage({ nearest: nearestSections(request.params.section) }),
    );
  });
  done();
};

function signInPage(context: PageContext): Page {
  const { say } = context;
  return {
    title: say('sign_in'),
    entries: [signInEntry],
    body: html`<div class="stack sign-in">
        <h1>${say('sign_in')}</h1>
        <p class="lead">${say('sign_in_lead')}</p>
        ${writeSignInForm(context)}
        <noscript><p class="note">${say('needs_script')}</p></noscript>
      </div>
      <template id="new-key">${writeNewKey(context, '')}</template>`,
  };
}

function accountPage(
  context: PageContext,
  account: { id: string; email: string; plan: { name: string } },
  sellsPlans: boolean,
): Page {
  const { say } = context;
  return {
    title: say('dashboard'),
    layout: 'wide',
    entries: ['src/dashboard/main.tsx'],
    body: html`<div
        id="dashboard"
        data-id="${account.id}"
        data-email="${account.email}"
        data-plan="${account.plan.name}"
        data-sells-plans="${String(sellsPlans)}"
      >
        ${writeWaiting(context)}
      </div>
      <template id="sign-in-again">${writeSignInForm(context)}</template>`,
  };
}

/** Writes the placeholder that is shown until the page's script has loaded. */
function writeWaiting({ say }: PageContext): Html {
  return html`<h1>${say('dashboard')}</h1>
    <noscript><p class="note">${say('needs_script')}</p></noscript>`;
}
