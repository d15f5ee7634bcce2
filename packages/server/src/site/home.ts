/** GET /: the page that converts files. */
import type { FastifyPluginCallback } from 'fastify';
import type { RouteIndex } from '../convert/catalogue/planner.ts';
import { memoizedRoutes } from '../convert/catalogue/memoized-routes.ts';
import { html } from '../pages/html.ts';
import type { Pages } from '../pages/pages.ts';
import { writePairs } from './pair-links.ts';
import { writePdfTools } from './pdf-tool-pages.ts';
import { offeredPdfTools } from './pdf-tools.ts';
import { toolEntry, writeTool, type ToolServices } from './tool.ts';

interface HomeServices extends ToolServices {
  pages: Pages;
  /** Routes of this installation. */
  routes: RouteIndex;
}

/** Pairs of formats that are requested most often. */
const often = [
  ['docx', 'pdf'],
  ['heic', 'jpg'],
  ['pdf', 'docx'],
  ['png', 'jpg'],
  ['webp', 'png'],
  ['mp4', 'mp3'],
  ['mov', 'mp4'],
  ['xlsx', 'csv'],
  ['epub', 'pdf'],
  ['m4a', 'mp3'],
  ['pptx', 'pdf'],
  ['json', 'yaml'],
] as const;

export const homeRoutes: FastifyPluginCallback<HomeServices> = (server, services, done) => {
  const { pages, routes, plan: anonymous, routesPath, ...tool } = services;
  const made = memoizedRoutes(routes, () => {
    const all = routes.all();
    return {
      targets: [...new Set(all.map(({ target }) => target))].sort(),
      count: new Set(all.flatMap(({ source, target }) => [source, target])).size,
    };
  });
  const config = { counted: 'reading', key: 'optional', session: true } as const;
  server.get('/', { config, schema: { hide: true } }, (request, reply) =>
    pages.send(reply, (context) => {
      const { say } = context;
      const { targets, count } = made();
      const plan = request.account?.plan ?? anonymous;
      return {
        title: say('home_title'),
        description: say('home_description'),
        layout: 'wide',
        entries: [toolEntry],
        hasAllStyles: true,
        body: html`<div class="intro intro-home">
            <h1>${say('home_title')}</h1>
            <p class="lead">${say(tool.isPrivate ? 'home_lead_private' : 'home_lead', { count })}</p>
          </div>
          ${writeTool(context, { ...tool, targets, plan, routesPath: routesPath() })}
          ${writePairs(
            context,
            'often_converted',
            often.filter(([source, target]) => routes.find(source, target)),
          )}
          ${writePdfTools(context, offeredPdfTools(routes))}`,
      };
    }),
  );
  done();
};
