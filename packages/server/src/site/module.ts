/** The module of the site: home, formats, documentation, prices, and the page that loads the dashboard. */
import type { FastifyInstance } from 'fastify';
import { accountsModule } from '../api/accounts/module.ts';
import { formatsModule } from '../api/formats/module.ts';
import { memoizedRoutes } from '../convert/catalogue/memoized-routes.ts';
import { defineModule } from '../module.ts';
import { failurePage, wantsPage } from '../pages/failure-page.ts';
import { Pages } from '../pages/pages.ts';
import { WebAssets } from '../pages/web-assets.ts';
import { assetRoutes } from './assets.ts';
import { dashboardRoutes } from './dashboard.ts';
import { docsRoutes } from './docs.ts';
import { formatPageRoutes } from './format-pages.ts';
import { homeRoutes } from './home.ts';
import { llmsRoutes } from './llms.ts';
import { pairPageRoutes } from './pair-pages.ts';
import { pdfToolRoutes } from './pdf-tool-pages.ts';
import { pricingRoutes } from './pricing.ts';
import { routeTable } from './route-table.ts';

export const siteModule = defineModule({
  name: 'site',
  needs: { formats: formatsModule, accounts: accountsModule },
  open: (core, { formats: { catalogue }, accounts: { accounts, plans, withoutKey } }) => {
    const { config, log, address, installation } = core;
    const { isPrivate, sellsPlans } = installation;
    const assets = WebAssets.read();
    if (!assets.isBuilt) log.warn('the pages have no styles and scripts: run script/setup');
    const routes = catalogue.live;
    const table = memoizedRoutes(routes, () => routeTable(routes, catalogue.languages));
    return {
      services: undefined,
      commonEndpoints: (server) =>
        addPages(server, new Pages(assets, address, (path) => server.hasPath(path))),
      endpoints: (server) => {
        const { pages, operations } = server;
        const { jobFileBytes } = config;
        const tool = {
          plan: withoutKey,
          routesPath: () => `/assets/${table().name}`,
          isPrivate,
          sellsPlans,
          jobFileBytes,
        };
        void server.register(assetRoutes, { assets, table });
        void server.register(docsRoutes, { pages, operations, installation, plans, withoutKey });
        void server.register(llmsRoutes, { operations, installation, routes });
        void server.register(homeRoutes, { ...tool, pages, routes });
        void server.register(pairPageRoutes, { ...tool, pages, routes });
        void server.register(pdfToolRoutes, { ...tool, pages, routes });
        void server.register(formatPageRoutes, { pages, routes });
        if (isPrivate) return;
        void server.register(dashboardRoutes, { pages, accounts, sellsPlans });
        if (sellsPlans) void server.register(pricingRoutes, { pages, plans });
      },
    };
  },
});

/** Adds the pages. If a browser accepts HTML, failures are sent as pages too. */
function addPages(server: FastifyInstance, pages: Pages): void {
  server.decorate('pages', pages);
  server.decorate('sendFailurePage', (failure, request, reply) =>
    wantsPage(request) ? pages.send(reply, failurePage(failure, pages.paths())) : undefined,
  );
}
