/** GET /pricing: the plans of this installation, with what they cost. */
import type { FastifyPluginCallback } from 'fastify';
import type { AccountPlan, AccountPlans } from '../../accounts/plans.ts';
import { capitalized } from '../../kit/capitalized.ts';
import { html, type Html } from '../pages/html.ts';
import type { Pages } from '../pages/pages.ts';
import { writeScrollTable } from '../pages/scroll-table.ts';
import type { View } from '../pages/view.ts';

const MB = 1024 * 1024;

export const pricingRoutes: FastifyPluginCallback<{ pages: Pages; plans: AccountPlans }> = (
  server,
  { pages, plans },
  done,
) => {
  const { anonymous } = plans;
  const listed = Object.values(plans).filter(
    ({ name }) => !['anonymous', 'enterprise', 'local'].includes(name),
  );
  const config = { counted: 'reading', key: 'optional', session: true } as const;
  server.get('/pricing', { config, schema: { hide: true } }, (_request, reply) =>
    pages.send(reply, (view) => {
      const { say } = view;
      return {
        title: say('pricing_title'),
        description: say('pricing_lead'),
        layout: 'wide',
        body: html`<div class="prose">
          <h1>${say('pricing_title')}</h1>
          <p class="lead">${say('pricing_lead')}</p>
          ${writeScrollTable(
            say('pricing_title'),
            columns.map((name) => ({ title: say(name) })),
            [
              writePlan(view, say('without_account'), anonymous),
              ...listed.map((plan) => writePlan(view, capitalized(plan.name), plan)),
            ],
          )}
        </div>`,
      };
    }),
  );
  done();
};

const columns = ['plan', 'price', 'per_month', 'largest_file', 'per_minute', 'over_quota'] as const;

function writePlan({ say, language }: View, name: string, plan: AccountPlan): Html {
  const { monthlyConversions, maxFileBytes, requestsPerMinute, overageMicroUsd, priceUsd } = plan;
  const number = (value: number) => value.toLocaleString(language.tag);
  const usd = (value: number) =>
    value.toLocaleString(language.tag, {
      style: 'currency',
      currency: 'USD',
      maximumFractionDigits: 3,
      minimumFractionDigits: 0,
    });
  return html`<tr>
    <th scope="row">${name}</th>
    <td>${priceUsd === null ? '–' : usd(priceUsd)}</td>
    <td>${monthlyConversions === null ? say('unlimited') : number(monthlyConversions)}</td>
    <td>${number(Math.floor(maxFileBytes / MB))} MB</td>
    <td>${number(requestsPerMinute)}</td>
    <td>${overageMicroUsd === null ? '–' : usd(overageMicroUsd / 1e6)}</td>
  </tr>`;
}
