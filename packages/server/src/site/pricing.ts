/** GET /pricing: the plans that this installation sells, and their prices. */
import { writeUsd } from '@protean/messages/money.ts';
import type { FastifyPluginCallback } from 'fastify';
import type { AccountPlan, AccountPlans } from '../accounts/plans.ts';
import { capitalized } from '../kit/capitalized.ts';
import { html, type Html } from '../pages/html.ts';
import type { Pages } from '../pages/pages.ts';
import type { PageContext } from '../pages/page-context.ts';

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
    pages.send(reply, (context) => {
      const { say } = context;
      return {
        title: say('pricing_title'),
        description: say('pricing_lead'),
        layout: 'wide',
        body: html`<h1>${say('pricing_title')}</h1>
          <p class="lead">${say('pricing_lead')}</p>
          <ul class="plans">
            ${writePlan(context, say('without_account'), anonymous)}
            ${listed.map((plan) => writePlan(context, capitalized(plan.name), plan))}
          </ul>`,
      };
    }),
  );
  done();
};

function writePlan({ say, href, language }: PageContext, name: string, plan: AccountPlan): Html {
  const { monthlyConversions, maxFileBytes, requestsPerMinute, overageMicroUsd, priceUsd } = plan;
  const number = (value: number) => value.toLocaleString(language.tag);
  const usd = (value: number) => writeUsd(value, language.tag);
  const megabytes = (value: number) =>
    value.toLocaleString(language.tag, { style: 'unit', unit: 'megabyte', unitDisplay: 'short' });
  const facts = [
    [say('per_month'), monthlyConversions === null ? say('unlimited') : number(monthlyConversions)],
    [say('largest_file'), megabytes(Math.floor(maxFileBytes / MB))],
    [say('per_minute'), number(requestsPerMinute)],
    [say('over_quota'), overageMicroUsd === null ? '–' : usd(overageMicroUsd / 1e6)],
  ] as const;
  return html`<li class="card plan-card">
    <h2>${name}</h2>
    <p class="plan-price">
      <strong>${priceUsd === null ? '–' : usd(priceUsd)}</strong> <span class="note">${say('price')}</span>
    </p>
    <dl>
      ${facts.map(
        ([term, value]) =>
          html`<div>
            <dt>${term}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>
    ${
      plan.name === 'anonymous'
        ? html`<a class="button" href="${href('/')}">${say('home_title')}</a>`
        : html`<a class="button" href="${href('/dashboard/billing')}"
            >${say('choose_plan', { plan: name })}</a
          >`
    }
  </li>`;
}
