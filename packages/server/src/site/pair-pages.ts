/**
 * GET /docx-to-pdf and similar pages, one for each pair of formats. Each page shows the convert tool, and the steps,
 * losses and options of the route.
 */
import type { FastifyPluginCallback } from 'fastify';
import { format, formatNamed } from '@protean/formats';
import { nearestFormatNames } from '@protean/formats/nearest.ts';
import { noticesOf } from '@protean/formats/losses.ts';
import { popularFirst } from '@protean/formats/popular.ts';
import { lossMessages } from '@protean/messages/losses/index.ts';
import type { RouteIndex, Route } from '../convert/catalogue/planner.ts';
import { writeCodeBlock } from '../pages/code-block.ts';
import { html, type Html } from '../pages/html.ts';
import { notFoundPage } from '../pages/not-found.ts';
import { writeOptions } from './option-list.ts';
import { pairPath, writePairs } from './pair-links.ts';
import type { Pages } from '../pages/pages.ts';
import { toolEntry, writeTool, type ToolServices } from './tool.ts';
import { domainText, type PageContext } from '../pages/page-context.ts';

interface PairPageServices extends ToolServices {
  pages: Pages;
  /** Routes of this installation. */
  routes: RouteIndex;
}

export const pairPageRoutes: FastifyPluginCallback<PairPageServices> = (server, services, done) => {
  const { pages, routes } = services;
  const config = { counted: 'reading', key: 'optional', session: true } as const;
  const url = '/:pair(^[a-z0-9][a-z0-9._+]*-to-[a-z0-9][a-z0-9._+]*$)';
  server.get<{ Params: { pair: string } }>(url, { config, schema: { hide: true } }, (request, reply) => {
    const [from = '', to = ''] = request.params.pair.split('-to-');
    const [source, target] = [formatNamed(from)?.ext, formatNamed(to)?.ext];
    const route = source !== undefined && target !== undefined ? routes.find(source, target) : undefined;
    if (!route) return pages.send(reply, missingPair(from, to, routes));
    // An alias redirects to the page of its format.
    const path = pairPath([route.source, route.target]);
    if (path !== `/${request.params.pair}`) return reply.redirect(pages.hrefOf(path), 301);
    const plan = request.account?.plan ?? services.plan;
    return pages.send(reply, (context) => pairPage(context, route, { ...services, plan }));
  });
  done();
};

/**
 * Returns the page for a pair of formats that no route converts. The page links to the most similar pairs. If no pair
 * is similar, the page lists all formats into which the source can be converted.
 */
function missingPair(from: string, to: string, routes: RouteIndex) {
  const readable = [...routes.routes.keys()];
  const known = formatNamed(from)?.ext;
  const source = known !== undefined && readable.includes(known) ? known : undefined;
  const sources = source === undefined ? nearestFormatNames(from, readable) : [source];
  const nearest = sources.flatMap((one) => nearestTargets(one, to, routes));
  return notFoundPage({
    nearest: nearest.map(pairPath),
    more: (context) =>
      source !== undefined && nearest.length === 0 ? writeTargets(context, source, routes) : undefined,
  });
}

/**
 * Returns pairs with the source `name`. If the source can be converted to `to`, returns only this pair. If no route
 * leads to `to`, returns the pairs with a target whose name is similar to `to`.
 */
function nearestTargets(name: string, to: string, routes: RouteIndex): [source: string, target: string][] {
  const source = formatNamed(name)?.ext ?? name;
  const targets = routes.targets(source);
  const known = formatNamed(to)?.ext;
  const isTarget = known !== undefined && targets.includes(known);
  const names = isTarget ? [known] : nearestFormatNames(to, targets);
  return [...new Set(names.map((target) => formatNamed(target)?.ext ?? target))].map((target) => [
    source,
    target,
  ]);
}

function pairPage(context: PageContext, route: Route, services: PairPageServices) {
  const { say } = context;
  const { routes, plan, routesPath, isPrivate, sellsPlans, jobFileBytes } = services;
  const { source, target } = route;
  const names = { source: source.toUpperCase(), target: target.toUpperCase() };
  const title = say('pair_title', names);
  const lead = say(isPrivate ? 'pair_lead_private' : 'pair_lead', names);
  return {
    title,
    description: lead,
    layout: 'wide' as const,
    entries: [toolEntry],
    hasAllStyles: true,
    body: html`<div class="intro">
        <h1>${title}</h1>
        <p class="lead">${lead}</p>
      </div>
      ${writeTool(context, {
        ...{ targets: routes.targets(source), source, target },
        ...{ plan, isPrivate, sellsPlans, jobFileBytes, routesPath: routesPath() },
      })}
      <div class="about stack">
        ${writeTraits(context, route)} ${writeProgram(context, route)} ${writeFormats(context, route)}
        ${writeNeighbours(context, route, routes)}
      </div>`,
  };
}

/** Lists the losses of the conversion that a person would notice, and the traits of the source file that are kept. */
function writeTraits(context: PageContext, { source, target, loses }: Route): Html {
  const { say, write, language } = context;
  const lost = new Set<string>(loses);
  const list = (texts: readonly string[]) =>
    html`<ul>
      ${texts.map((text) => html`<li>${text}</li>`)}
    </ul>`;
  const kept = format(source).holds.filter((trait) => !lost.has(trait));
  const names = { source: format(source).name, target: format(target).name };
  const notices = noticesOf(format(source), format(target), loses);
  const messages = lossMessages[language.tag];
  return html`<div class="about-columns">
    <section>
      <h2>${say('pair_lost')}</h2>
      ${notices.length > 0 ? list(notices.map((notice) => write(messages[notice]))) : html`<p>${say('pair_none_lost', names)}</p>`}
    </section>
    ${
      kept.length > 0 &&
      html`<section>
        <h2>${say('pair_kept')}</h2>
        ${list(kept.map((trait) => domainText(context, `trait_${trait}`, trait)))}
      </section>`
    }
  </div>`;
}

function writeFormats({ say, href }: PageContext, { source, target }: Route): Html {
  const card = (ext: string) => {
    const { name, mime, aliases = [] } = format(ext);
    return html`<li class="card">
      <p>
        <a href="${href(`/formats/${ext}`)}">${ext.toUpperCase()}</a>
        ${name.toUpperCase() !== ext.toUpperCase() && html`<span class="muted" lang="en">${name}</span>`}
      </p>
      <p class="note">${[ext, ...aliases].map((one) => html`<code dir="ltr">.${one}</code> `)}</p>
      <p class="note"><code dir="ltr">${mime}</code></p>
    </li>`;
  };
  return html`<section>
    <h2>${say('pair_formats')}</h2>
    <ul class="about-columns format-cards">
      ${card(source)}${card(target)}
    </ul>
  </section>`;
}

/**
 * Writes an example request, and the names of the options. The convert tool on the same page shows the options as
 * fields.
 */
function writeProgram(context: PageContext, { source, target, options }: Route): Html {
  const { say, baseUrl } = context;
  const command = [
    `curl -f ${baseUrl}/api/convert \\`,
    `  -F file=@file.${source} -F target=${target} \\`,
    `  -o file.${target}`,
  ].join('\n');
  const list = writeOptions(context, options);
  return html`<section>
    <h2>${say('pair_program')}</h2>
    ${writeCodeBlock(context, command)}
    ${
      list &&
      html`<details class="disclosure">
        <summary>${say('pair_options')}</summary>
        ${list}
      </details>`
    }
  </section>`;
}

const maxNeighbours = 24;

/** Writes links to the targets of a source, except `target`. */
function writeTargets(
  context: PageContext,
  source: string,
  routes: RouteIndex,
  target?: string,
): Html | undefined {
  const others = popularFirst(
    routes.targets(source).filter((ext) => ext !== target && ext !== source),
    format(source).category,
  );
  const pairs = others.slice(0, maxNeighbours).map((ext) => [source, ext] as const);
  return writePairs(context, 'pair_others', pairs, { source: source.toUpperCase() });
}

function writeNeighbours(context: PageContext, { source, target }: Route, routes: RouteIndex): Html {
  const sources = popularFirst(
    [...routes.routes.keys()].filter((ext) => ext !== source && routes.find(ext, target)).sort(),
    format(target).category,
  );
  return html`${writeTargets(context, source, routes, target)}${writePairs(
    context,
    'pair_from',
    sources.slice(0, maxNeighbours).map((ext) => [ext, target] as const),
    { target: target.toUpperCase() },
  )}`;
}
