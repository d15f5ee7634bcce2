/** Writes the first page of the reference: quick start, headers and limits, and a search for operations. */
import type { AccountPlan } from '../../accounts/plans.ts';
import { capitalized } from '../../kit/capitalized.ts';
import { html, type Html } from '../../pages/html.ts';
import { writeScrollTable } from '../../pages/scroll-table.ts';
import type { DescribedOperation, Description } from './description.ts';
import { examplesOf } from './examples.ts';
import { writeExamples, writeMethod, writePath } from './operation-section.ts';
import { prose } from './prose.ts';
import type { ReferencePage } from './reference-page.ts';

/** The limits of one group of callers. */
export interface CallerLimits {
  caller: string;
  plan: AccountPlan;
}

interface Overview {
  baseUrl: string;
  /** Limits by group of callers, beginning with callers without a key. */
  limits: readonly CallerLimits[];
  /** The text that the visitor searches for. */
  query: string;
  /** Base URL of the reference. */
  base: string;
}

export function overviewPage(
  description: Description,
  { baseUrl, limits, query, base }: Overview,
): ReferencePage {
  const start = description.operations.find(({ operationId }) => operationId === 'convert');
  return {
    title: 'API',
    description:
      'The HTTP interface: every operation with its parameters, responses, errors and examples, to try here.',
    name: '',
    body: html`<h1>API</h1>
      <p class="lead">Converts files over HTTP, immediately or in the background.</p>
      <div class="stack">
        <h2>Quick start</h2>
        <ol class="steps">
          <li>
            <a href="${base}/keys#requestFreeKey">Request a free key</a>, and store it where only your server
            can read it. Without a key,
            <a href="${base}/convert#convertAnonymously">POST /api/convert</a> accepts
            ${limits[0]?.plan.requestsPerMinute.toLocaleString('en')} requests per minute.
          </li>
          <li>
            Set <code>PROTEAN_API_KEY</code> to the key, and <code>PROTEAN_URL</code> to this service:
            <code class="secret">${baseUrl}</code>
          </li>
          <li>Convert a file:</li>
        </ol>
        ${start && writeExamples('quick-start', examplesOf(start))}
        <p>
          Convert large files with <a href="${base}/jobs">jobs</a>.
          <a href="${base}/webhooks">Webhooks</a> report the end of a job. Every error has a
          <a href="${base}/errors">code and a message</a>. For programs:
          <a href="${base.replace(/docs$/, '')}openapi.json">openapi.json</a>,
          <a href="${base.replace(/docs$/, '')}openapi.yaml">openapi.yaml</a>,
          <a href="${base.replace(/docs$/, '')}llms.txt">llms.txt</a>.
        </p>
      </div>
      <div class="stack">
        <h2 id="operations">Operations</h2>
        <form class="search" role="search" action="${base}" method="get">
          <label class="label" for="reference-search">Search operations</label>
          <div class="search-row">
            <input
              id="reference-search"
              class="field"
              type="search"
              name="q"
              value="${query}"
              autocomplete="off"
            />
            <button class="button">Search</button>
          </div>
        </form>
        <p class="note search-count" role="status"></p>
        ${writeOperations(description, query, base)}
      </div>
      <div class="stack">
        <h2>Headers of every response</h2>
        <dl class="fields">
          ${headerRows.map(
            ([name, text]) =>
              html`<div>
                <dt><code>${name}</code></dt>
                <dd>${prose(text)}</dd>
              </div>`,
          )}
        </dl>
      </div>
      <div class="stack">
        <h2>Limits</h2>
        ${writeLimits(limits)}
      </div>`,
  };
}

const headerRows: [name: string, text: string][] = [
  ['X-Request-Id', 'Identifies the request in the log. Include it when you report a problem.'],
  [
    'X-RateLimit-Limit',
    'Requests per minute. `X-RateLimit-Remaining` of them remain until `X-RateLimit-Reset` (Unix seconds).',
  ],
  ['Retry-After', 'On 429 and 503: seconds to wait before a retry.'],
];

/** Whether every search term of the query occurs in the method, path, name, summary or group of an operation. */
function isFound({ operationId, method, path, summary, tags }: DescribedOperation, query: string): boolean {
  const text = `${method} ${path} ${operationId} ${summary} ${tags.join(' ')}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function writeOperations({ tags, operations }: Description, query: string, base: string): Html {
  const found = operations.filter((operation) => isFound(operation, query));
  if (found.length === 0)
    return html`<p>No operation contains “${query}”. <a href="${base}">Show all ${operations.length}</a></p>`;
  return html`${tags.map(({ name, description }) => {
    const own = found.filter(({ tags: [tag] }) => tag === name);
    return own.length === 0
      ? html``
      : html`<section class="group">
          <h3><a href="${base}/${name}">${capitalized(name)}</a></h3>
          <p class="note">${description}</p>
          <ul class="operation-list">
            ${own.map(
              ({ operationId, method, path, summary }) =>
                html`<li data-words="${`${method} ${path} ${operationId} ${summary} ${name}`.toLowerCase()}">
                  <a href="${base}/${name}#${operationId}"
                    >${writeMethod(method)} <code>${writePath(path)}</code></a
                  >
                  <span class="note">${prose(summary)}</span>
                </li>`,
            )}
          </ul>
        </section>`;
  })}`;
}

const MB = 1024 * 1024;
const size = (bytes: number) => (bytes < 1024 * MB ? `${bytes / MB} MB` : `${bytes / MB / 1024} GB`);

function writeLimits(limits: readonly CallerLimits[]): Html {
  return writeScrollTable(
    'Limits',
    ['Caller', 'Conversions per month', 'Requests per minute', 'File', 'File of a job'].map((title) => ({
      title,
    })),
    limits.map(
      ({ caller, plan }) =>
        html`<tr>
          <th scope="row">${caller}</th>
          <td>${plan.monthlyConversions?.toLocaleString('en') ?? 'not counted'}</td>
          <td>${plan.requestsPerMinute.toLocaleString('en')}</td>
          <td>${size(plan.maxFileBytes)}</td>
          <td>${plan.name === 'anonymous' ? 'no jobs' : size(plan.maxJobFileBytes)}</td>
        </tr>`,
    ),
  );
}
