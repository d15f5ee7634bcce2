/** GET /pricing: the plans of this installation, with what they cost. */
import type { FastifyPluginCallback } from 'fastify';
import type { AccountPlan, AccountPlans } from '../../accounts/plans.ts';
import { html, type Html } from '../pages/html.ts';
import type { Pages } from '../pages/pages.ts';
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
          <div class="table-scroll" tabindex="0" role="region" aria-label="${say('pricing_title')}">
            <table>
              <thead>
                <tr>
                  <th scope="col">${say('plan')}</th>
                  <th scope="col">${say('price')}</th>
                  <th scope="col">${say('per_month')}</th>
                  <th scope="col">${say('largest_file')}</th>
                  <th scope="col">${say('per_minute')}</th>
                  <th scope="col">${say('over_quota')}</th>
                </tr>
              </thead>
              <tbody>
                ${writePlan(view, say('without_account'), anonymous)}
                ${listed.map((plan) => writePlan(view, titled(plan.name), plan))}
              </tbody>
            </table>
          </div>
        </div>`,
      };
    }),
  );
  done();
};

const titled = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

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
