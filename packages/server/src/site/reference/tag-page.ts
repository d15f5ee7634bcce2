/** Writes the page for one group of operations, and the page for webhook events. */
import { capitalized } from '../../kit/capitalized.ts';
import { html, type Html } from '../../pages/html.ts';
import type { DescribedOperation, Description, Schema, Tag } from './description.ts';
import { fieldsOf, writeFields } from './fields.ts';
import { writeOperation } from './operation-section.ts';
import type { ReferencePage } from './reference-page.ts';
import { sampleOf } from './sample.ts';

export function tagPage(
  description: Description,
  { name, description: text }: Tag,
  base: string,
): ReferencePage {
  const own = description.operations.filter(({ tags: [tag] }) => tag === name);
  const events = description.webhooks.filter(({ tags: [tag] }) => tag === name);
  const title = capitalized(name);
  return {
    title: `${title} · API`,
    description: text,
    name,
    body: html`<h1>${title}</h1>
      <p class="lead">${text}</p>
      ${writeKeyField()} ${own.map((operation) => writeOperation(description, operation, base))}
      ${events.map((event) => writeEvent(description, event))}`,
  };
}

function writeEvent(
  description: Description,
  { path, summary, parameters, requestBody }: DescribedOperation,
): Html {
  const schema: Schema = requestBody?.content['application/json']?.schema ?? {};
  const headers = parameters.map(({ name, description: text = '' }) => ({
    name,
    type: 'string',
    isRequired: true,
    description: text,
  }));
  return html`<section class="operation" id="${path}" aria-labelledby="${path}-title">
    <h2 id="${path}-title"><a href="#${path}">${summary}</a></h2>
    <p class="request-line"><span class="method post">POST</span> <code>${path}</code></p>
    <p class="note">
      Sent to the <code>webhook_url</code>. Respond with 2xx within 5 seconds; otherwise the event is sent
      again.
    </p>
    <pre
      tabindex="0"
      role="group"
      aria-label="Body of ${path}"
    ><code>${JSON.stringify(sampleOf(description, schema), null, 2)}</code></pre>
    <h3>Headers</h3>
    ${writeFields(headers)}
    <details class="more">
      <summary>Fields of the body</summary>
      ${writeFields(fieldsOf(description, schema))}
    </details>
  </section>`;
}

function writeKeyField(): Html {
  return html`<form class="key-field card" hidden>
    <label class="label" for="reference-key">API key, to try operations on this page</label>
    <input
      id="reference-key"
      class="field"
      type="password"
      autocomplete="off"
      spellcheck="false"
      placeholder="svc_sk_…"
    />
    <p class="note">
      Stored in this tab until it is closed, and sent only to this service. Your calls count as usage.
    </p>
  </form>`;
}
