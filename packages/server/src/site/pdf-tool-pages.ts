/** GET /pdf-tools, and a page for each PDF tool, such as GET /compress-pdf. */
import type { FastifyPluginCallback } from 'fastify';
import { pdfToolMessages } from '@protean/messages/pdf-tools/index.ts';
import type { RouteIndex } from '../convert/catalogue/planner.ts';
import { writeCodeBlock } from '../pages/code-block.ts';
import { html, type Html } from '../pages/html.ts';
import { notFoundPage } from '../pages/not-found.ts';
import type { PageContext } from '../pages/page-context.ts';
import type { Pages } from '../pages/pages.ts';
import { writeOptions } from './option-list.ts';
import { offeredPdfTools, pdfToolPath, pdfTools, type PdfTool } from './pdf-tools.ts';
import { toolEntry, writeTool, type ToolServices } from './tool.ts';

interface PdfToolServices extends ToolServices {
  pages: Pages;
  /** Routes of this installation. */
  routes: RouteIndex;
}

export const pdfToolRoutes: FastifyPluginCallback<PdfToolServices> = (server, services, done) => {
  const { pages, routes } = services;
  const config = { counted: 'reading', key: 'optional', session: true } as const;
  const schema = { hide: true } as const;
  server.get('/pdf-tools', { config, schema }, (_request, reply) =>
    pages.send(reply, (context) => listPage(context, offeredPdfTools(routes))),
  );
  for (const tool of pdfTools) {
    server.get(pdfToolPath(tool), { config, schema }, (request, reply) => {
      const offered = offeredPdfTools(routes);
      if (!offered.includes(tool)) return pages.send(reply, notFoundPage({ nearest: ['/pdf-tools'] }));
      const plan = request.account?.plan ?? services.plan;
      return pages.send(reply, (context) => toolPage(context, tool, offered, { ...services, plan }));
    });
  }
  done();
};

/** Returns the title and the description of a tool in the page's language. */
export function describePdfTool({ language, write }: PageContext, { name }: PdfTool) {
  const messages = pdfToolMessages[language.tag];
  return { title: write(messages[`${name}_title`]), lead: write(messages[`${name}_lead`]) };
}

function listPage(context: PageContext, tools: readonly PdfTool[]) {
  const { say } = context;
  return {
    title: say('pdf_tools'),
    description: say('pdf_tools_lead'),
    layout: 'wide' as const,
    body: html`<div class="intro">
        <h1>${say('pdf_tools')}</h1>
        <p class="lead">${say('pdf_tools_lead')}</p>
      </div>
      <ul class="about-columns format-cards tool-cards">
        ${tools.map((tool) => writeCard(context, tool))}
      </ul>`,
  };
}

function writeCard(context: PageContext, tool: PdfTool): Html {
  const { title, lead } = describePdfTool(context, tool);
  return html`<li class="card">
    <p><a href="${context.href(pdfToolPath(tool))}">${title}</a></p>
    <p class="note">${lead}</p>
  </li>`;
}

function toolPage(
  context: PageContext,
  tool: PdfTool,
  offered: readonly PdfTool[],
  services: PdfToolServices,
) {
  const { plan, routesPath, isPrivate, sellsPlans, jobFileBytes } = services;
  const { title, lead } = describePdfTool(context, tool);
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
        ...{ targets: ['pdf'], source: 'pdf', target: 'pdf' },
        task: { ...tool, requires: tool.requires ?? tool.options, action: title },
        ...{ plan, isPrivate, sellsPlans, jobFileBytes, routesPath: routesPath() },
      })}
      <div class="about stack">
        ${writeProgram(context, tool)}
        ${writePdfTools(
          context,
          offered.filter((other) => other !== tool),
        )}
      </div>`,
  };
}

/** Writes an example request, and the descriptions of the tool's options. */
function writeProgram(context: PageContext, { options, combines, example }: PdfTool): Html {
  const { say, baseUrl } = context;
  const files = combines ? '-F file=@first.pdf -F file=@second.docx' : '-F file=@file.pdf';
  const fields = Object.entries(example).map(([name, value]) => `  -F ${quoted(`${name}=${value}`)} \\`);
  const command = [
    `curl -f ${baseUrl}/api/convert \\`,
    `  ${files} -F target=pdf \\`,
    ...fields,
    '  -o result.pdf',
  ].join('\n');
  return html`<section>
    <h2>${say('pair_program')}</h2>
    <div class="stack">${writeCodeBlock(context, command)} ${writeOptions(context, options)}</div>
  </section>`;
}

/**
 * Returns an argument as it is written in a shell command: in quotes if the shell would interpret a character of the
 * argument.
 */
const quoted = (word: string) => (/^[\w=.,:@-]+$/.test(word) ? word : `'${word}'`);

/** Writes a heading and a link for each tool. Returns undefined if there are no tools. */
export function writePdfTools(context: PageContext, tools: readonly PdfTool[]): Html | undefined {
  if (tools.length === 0) return undefined;
  return html`<section class="below" aria-labelledby="pdf-tools">
    <h2 id="pdf-tools">${context.say('pdf_tools')}</h2>
    <ul class="pair-links">
      ${tools.map(
        (tool) =>
          html`<li>
            <a href="${context.href(pdfToolPath(tool))}">${describePdfTool(context, tool).title}</a>
          </li>`,
      )}
    </ul>
  </section>`;
}
