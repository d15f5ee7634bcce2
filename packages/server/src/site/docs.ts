/** GET /docs: the API reference as pages, generated from the OpenAPI document. */
import { nearestNames } from '@protean/formats/nearest.ts';
import type { FastifyPluginCallback, FastifyRequest } from 'fastify';
import type { AccountPlan, AccountPlans } from '../accounts/plans.ts';
import type { Installation } from '../api/openapi/document.ts';
import type { Operation } from '../http/openapi/operations.ts';
import { notFoundPage } from '../pages/not-found.ts';
import type { Pages } from '../pages/pages.ts';
import { Description } from './reference/description.ts';
import { errorsPage } from './reference/errors-page.ts';
import { overviewPage, type CallerLimits } from './reference/overview-page.ts';
import { writeReference } from './reference/reference-page.ts';
import { tagPage } from './reference/tag-page.ts';

interface DocsServices {
  pages: Pages;
  /** All operations. The list of operations is complete when the first request arrives. */
  operations: readonly Operation[];
  installation: Installation;
  plans: AccountPlans;
  /** Limits of callers without a key. */
  withoutKey: AccountPlan;
}

const maxQuery = 100;

export const docsRoutes: FastifyPluginCallback<DocsServices> = (server, services, done) => {
  const { pages, operations, installation, plans, withoutKey } = services;
  const options = {
    config: { counted: 'reading', key: 'optional', session: true },
    schema: { hide: true },
  } as const;
  let made: Promise<Description> | undefined;
  const describe = () => (made ??= Description.of(operations, installation));

  server.get('/docs', options, async (request, reply) => {
    const description = await describe();
    return pages.send(reply, (context) => {
      const base = context.href('/docs');
      const limits = limitsOf(installation, plans, withoutKey);
      const overview = { baseUrl: installation.baseUrl, limits, query: queryOf(request), base };
      return writeReference(context, description, overviewPage(description, overview));
    });
  });

  server.get<{ Params: { name: string } }>('/docs/:name', options, async (request, reply) => {
    const description = await describe();
    const { name } = request.params;
    const tag = description.tags.find((one) => one.name === name);
    if (!tag && name !== 'errors') {
      const names = [...description.tags.map((one) => one.name), 'errors'];
      const nearest = nearestNames(name, names).map((one) => `/docs/${one}`);
      return pages.send(reply, notFoundPage({ nearest: nearest.length > 0 ? nearest : ['/docs'] }));
    }
    return pages.send(reply, (context) => {
      const page = tag ? tagPage(description, tag, context.href('/docs')) : errorsPage(description);
      return writeReference(context, description, page);
    });
  });
  done();
};

/**
 * Returns the limits of callers without a key, followed by the limits of accounts. If plans are sold, returns the
 * limits of each plan. If no plans are sold, returns the limits of the plan `free`. A private installation has no
 * limits for accounts.
 */
function limitsOf(
  { isPrivate, sellsPlans }: Installation,
  plans: AccountPlans,
  withoutKey: AccountPlan,
): CallerLimits[] {
  const hidden = ['anonymous', 'enterprise', 'local'];
  const sold = Object.values(plans).filter(({ name }) => !hidden.includes(name));
  return [
    { caller: 'without a key', plan: withoutKey },
    ...(sellsPlans ? sold.map((plan) => ({ caller: plan.name, plan })) : []),
    ...(sellsPlans || isPrivate ? [] : [{ caller: 'with a key', plan: plans.free }]),
  ];
}

function queryOf({ url }: FastifyRequest): string {
  const query = new URLSearchParams(url.split('?')[1] ?? '');
  return (query.get('q') ?? '').trim().slice(0, maxQuery);
}
