/**
 * GET /formats: the list of formats. GET /formats/{ext}: a page about one format, with the formats that it
 * can be converted from and to.
 */
import type { FastifyPluginCallback } from 'fastify';
import { categories, type Category, type Format } from '@protean/formats/format.ts';
import { format, formatNamed } from '@protean/formats';
import { nearestFormatNames } from '@protean/formats/nearest.ts';
import { popularFirst } from '@protean/formats/popular.ts';
import { describeOneFormat } from '../convert/request/format-list.ts';
import type { RouteIndex } from '../convert/catalogue/planner.ts';
import { memoizedRoutes } from '../convert/catalogue/memoized-routes.ts';
import type { Page } from '../pages/document.ts';
import { html, type Html } from '../pages/html.ts';
import { notFoundPage } from '../pages/not-found.ts';
import { writeOptionList } from './option-list.ts';
import { writePairs } from './pair-links.ts';
import type { Pages } from '../pages/pages.ts';
import { writeScrollTable } from '../pages/scroll-table.ts';
import { domainText, type PageContext } from '../pages/page-context.ts';

interface FormatPageServices {
  pages: Pages;
  /** Routes of this installation. */
  routes: RouteIndex;
}

type DescribedFormat = NonNullable<ReturnType<typeof describeOneFormat>>;

export const formatPageRoutes: FastifyPluginCallback<FormatPageServices> = (
  server,
  { pages, routes },
  done,
) => {
  const config = { counted: 'reading', key: 'optional', session: true } as const;
  const schema = { hide: true };
  const made = memoizedRoutes(routes, () => {
    const used = new Set(routes.all().flatMap(({ source, target }) => [source, target]));
    const described = [...used].sort().flatMap((ext) => describeOneFormat(format(ext), routes) ?? []);
    return { described, options: optionsByFormat(routes) };
  });
  server.get('/formats', { config, schema }, (_request, reply) =>
    pages.send(reply, (context) => listPage(context, made().described)),
  );

  server.get<{ Params: { ext: string } }>('/formats/:ext', { config, schema }, (request, reply) => {
    const known = formatNamed(request.params.ext);
    const { described, options } = made();
    const one = described.find(({ ext }) => ext === known?.ext);
    if (!known || !one) {
      const exts = described.map(({ ext }) => ext);
      const nearest = nearestFormatNames(request.params.ext, exts).map((ext) => `/formats/${ext}`);
      return pages.send(reply, notFoundPage({ nearest }));
    }
    // An alias redirects to the page of its format.
    if (known.ext !== request.params.ext) return reply.redirect(pages.hrefOf(`/formats/${known.ext}`), 301);
    return pages.send(reply, (context) => formatPage(context, known, one, options.get(known.ext) ?? []));
  });
  done();
};

function listPage(context: PageContext, all: readonly DescribedFormat[]): Page {
  const { say } = context;
  const lead = say('formats_lead', { count: all.length });
  return {
    title: say('formats'),
    description: lead,
    layout: 'wide',
    body: html`<h1>${say('formats')}</h1>
      <p class="lead">${lead}</p>
      <ul class="pair-links">
        ${categories
          .filter((category) => all.some((one) => one.category === category))
          .map(
            (category) =>
              html`<li>
                <a href="#${category}">${domainText(context, `category_${category}`, category)}</a>
              </li>`,
          )}
      </ul>
      ${categories.map((category) =>
        writeCategory(
          context,
          category,
          all.filter((one) => one.category === category),
        ),
      )}`,
  };
}

function writeCategory(context: PageContext, category: Category, rows: readonly DescribedFormat[]): Html {
  const { say, href } = context;
  if (rows.length === 0) return html``;
  const title = domainText(context, `category_${category}`, category);
  return html`<section class="below">
    <h2 id="${category}">${title}</h2>
    ${writeScrollTable(
      title,
      [
        { title: say('formats_extension') },
        { title: say('formats_name') },
        { title: say('formats_targets'), isNumber: true },
        { title: say('formats_sources'), isNumber: true },
      ],
      rows.map(
        ({ ext, name, targets, sources }) =>
          html`<tr>
            <th scope="row"><a href="${href(`/formats/${ext}`)}">${ext.toUpperCase()}</a></th>
            <td lang="en">${name}</td>
            <td class="number">${targets.length}</td>
            <td class="number">${sources.length}</td>
          </tr>`,
      ),
    )}
  </section>`;
}

function formatPage(
  context: PageContext,
  { holds }: Format,
  one: DescribedFormat,
  options: readonly string[],
): Page {
  const { say, href } = context;
  const { ext, name, category, mime, aliases, targets, sources } = one;
  const title = `${ext.toUpperCase()}: ${name}`;
  const values = { format: ext.toUpperCase() };
  return {
    title,
    description: title,
    layout: 'column',
    body: html`<h1>${title}</h1>
      <p class="lead format-lead">
        <a href="${href('/formats')}#${category}">${domainText(context, `category_${category}`, category)}</a>
        · ${[ext, ...aliases].map((other) => html`<code>.${other}</code> `)} ·
        <code>${mime}</code>
      </p>
      <div class="about stack">
        ${
          holds.length > 0 &&
          html`<section>
            <h2>${say('format_holds')}</h2>
            <ul>
              ${holds.map((trait) => html`<li>${domainText(context, `trait_${trait}`, trait)}</li>`)}
            </ul>
          </section>`
        }
        ${writePairs(
          context,
          'format_targets',
          popularFirst(targets, category).map((target) => [ext, target] as const),
          values,
        )}
        ${writePairs(
          context,
          'format_sources',
          popularFirst(sources, category).map((source) => [source, ext] as const),
          values,
        )}
        ${writeOptionList(context, options)}
      </div>`,
  };
}

/** Returns, by extension, the options of all routes from or to each format. */
function optionsByFormat(routes: RouteIndex): ReadonlyMap<string, readonly string[]> {
  const options = new Map<string, Set<string>>();
  for (const { source, target, options: names } of routes.all()) {
    for (const ext of [source, target]) {
      const known = options.get(ext) ?? new Set();
      for (const name of names) known.add(name);
      options.set(ext, known);
    }
  }
  return new Map([...options].map(([ext, names]) => [ext, [...names].sort()]));
}
