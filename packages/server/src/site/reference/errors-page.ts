/**
 * Writes the page that lists all errors: each status and code with an example, and the reasons for rejecting a file.
 */
import { reasons } from '@protean/engines/contract/reasons.ts';
import { html, type Html } from '../../pages/html.ts';
import type { Description } from './description.ts';
import { prose } from './prose.ts';
import type { ReferencePage } from './reference-page.ts';

interface ErrorRow {
  status: string;
  code: string;
  reason: string | undefined;
  message: string;
}

interface Envelope {
  error: { code: string; message: string; details?: { reason?: string } };
}

export function errorsPage(description: Description): ReferencePage {
  const rows = errorRows(description);
  return {
    title: 'Errors · API',
    description:
      'All error codes of the interface with status and example, and the reasons for rejecting files.',
    name: 'errors',
    body: html`<h1>Errors</h1>
      <p class="lead">All errors have the same form. Programs should check the status or the code.</p>
      <div class="stack">
        <pre
          tabindex="0"
          role="group"
          aria-label="The form of an error"
        ><code>${JSON.stringify({ error: { code: 'unsupported_route', message: 'png cannot be converted to mp3. png can become jpg, webp.', details: { source: 'png', target: 'mp3', route: 'png->mp3', targets: ['jpg', 'webp'] } } }, null, 2)}</code></pre>
        <p>
          The meaning of <code>code</code> never changes. The wording of <code>message</code> may change.
          <code>details</code> contains the field, the reason or the numbers.
        </p>
        <h2>Codes</h2>
        ${writeRows(rows)}
        <h2>Why a file is refused</h2>
        <p>400 <code>bad_request</code> with one of these in <code>details.reason</code>:</p>
        <dl class="fields">
          ${Object.entries(reasons).map(
            ([name, text]) =>
              html`<div>
                <dt><code>${name}</code></dt>
                <dd>${text}</dd>
              </div>`,
          )}
        </dl>
      </div>`,
  };
}

function writeRows(rows: readonly ErrorRow[]): Html {
  return html`<dl class="fields errors">
    ${rows.map(
      ({ status, code, reason, message }) =>
        html`<div>
          <dt>
            <strong>${status}</strong>
            <code>${code}</code>${reason !== undefined && html` <span class="type">${reason}</span>`}
          </dt>
          <dd>${prose(message)}</dd>
        </div>`,
    )}
  </dl>`;
}

/** Returns the errors of all operations, each once, sorted by status. */
function errorRows({ operations }: Description): ErrorRow[] {
  const rows = operations.flatMap(({ responses }) =>
    Object.entries(responses).flatMap(([status, { content }]) =>
      status < '400'
        ? []
        : Object.values(content?.['application/json']?.examples ?? {}).map(({ value }): ErrorRow => {
            const { code, message, details } = (value as Envelope).error;
            return { status, code, reason: details?.reason, message };
          }),
    ),
  );
  const byName = new Map(rows.map((row) => [`${row.status} ${row.code} ${row.reason ?? ''}`, row]));
  return [...byName.entries()].sort(([one], [other]) => one.localeCompare(other)).map(([, row]) => row);
}
