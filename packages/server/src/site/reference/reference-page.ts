/**
 * Writes the layout of all reference pages: the list of pages and operations, the content, and the API key field.
 *
 * No maintained OpenAPI renderer can write the reference pages. Redoc, Scalar, Stoplight Elements and Swagger UI need
 * scripts. `@scalar/openapi-to-markdown` needs no scripts, but writes all operations to one page of 1.4 MB, without
 * anchors or examples.
 */
import { capitalized } from '../../kit/capitalized.ts';
import { html, type Html } from '../../pages/html.ts';
import type { Page } from '../../pages/document.ts';
import type { PageContext } from '../../pages/page-context.ts';
import type { Description } from './description.ts';
import { writeMethod, writePath } from './operation-section.ts';

export interface ReferencePage {
  title: string;
  description: string;
  /** Last segment of the page's path. For the overview page, this segment is empty. */
  name: string;
  body: Html;
}

/**
 * Writes the reference page. The reference is in English for every language, because the names in requests are English.
 */
export function writeReference(context: PageContext, description: Description, page: ReferencePage): Page {
  const base = context.href('/docs');
  return {
    title: page.title,
    description: page.description,
    layout: 'wide',
    entries: ['src/reference.ts'],
    body: html`<div class="reference" lang="en" dir="ltr">
      <nav class="reference-nav" aria-label="API reference">
        <details class="contents" open>
          <summary>Contents ${context.icon('down')}</summary>
          ${writeContents(description, base, page.name)}
        </details>
      </nav>
      <div class="reference-main">${page.body}</div>
    </div>`,
  };
}

function writeContents({ tags, operations }: Description, base: string, current: string): Html {
  const link = (path: string, text: string, isCurrent: boolean) =>
    html`<a href="${base}${path}" ${isCurrent && html` aria-current="page"`}>${text}</a>`;
  return html`<ul class="contents-list">
    <li>${link('', 'Overview', current === '')}</li>
    ${tags.map(
      ({ name }) =>
        html`<li>
          ${link(`/${name}`, capitalized(name), current === name)}
          ${
            current === name &&
            html`<ul class="contents-operations">
              ${operations
                .filter(({ tags: [tag] }) => tag === name)
                .map(
                  ({ operationId, method, path }) =>
                    html`<li>
                      <a href="#${operationId}">${writeMethod(method)} <span>${writePath(path)}</span></a>
                    </li>`,
                )}
            </ul>`
          }
        </li>`,
    )}
    <li>${link('/errors', 'Errors', current === 'errors')}</li>
  </ul>`;
}
