/**
 * Writes the form that tries an operation. A script of packages/web sends the form. Without scripts, the form is
 * hidden.
 */
import { html, type Html } from '../../pages/html.ts';
import type { DescribedOperation, Description, Parameter, Schema } from './description.ts';
import { exampleCalls } from './example-calls.ts';
import { sampleOf } from './sample.ts';

export function writeTryForm(description: Description, operation: DescribedOperation): Html {
  const { operationId, method, path, parameters, requestBody } = operation;
  const [type = ''] = Object.keys(requestBody?.content ?? {});
  const schema = requestBody?.content[type]?.schema;
  return html`<details class="try" hidden>
    <summary class="button small">Try it</summary>
    <form class="stack" data-method="${method.toUpperCase()}" data-path="${path}" data-type="${type}">
      ${parameters.filter(({ name }) => !hidden.has(name)).map((parameter) => writeParameter(operationId, parameter))}
      ${schema && writeBody(description, operationId, type, schema)}
      <div class="try-actions">
        <button class="button solid small">Send</button>
        <button class="button small" type="button" data-cancel hidden>Cancel</button>
      </div>
      <div class="try-answer" role="status" aria-live="polite"></div>
    </form>
  </details>`;
}

/** Headers that the form omits, because a browser sets them itself. */
const hidden = new Set(['If-None-Match', 'Range', 'If-Range']);

function writeParameter(operationId: string, { in: location, name, required }: Parameter): Html {
  const id = `${operationId}-${name}`;
  const value = exampleCalls[operationId]?.values?.[name] ?? '';
  return html`<div>
    <label class="label" for="${id}">${name}${!required && html` <span class="type">optional</span>`}</label>
    <input
      id="${id}"
      class="field"
      name="${name}"
      data-in="${location}"
      value="${value.startsWith('$') || !required ? '' : value}"
      ${required && html` required`}
      autocomplete="off"
      spellcheck="false"
    />
  </div>`;
}

function writeBody(description: Description, operationId: string, type: string, schema: Schema): Html {
  const { properties = {}, required = [] } = description.resolve(schema) as {
    properties?: Record<string, Schema>;
    required?: string[];
  };
  const id = (name: string) => `${operationId}-body-${name}`;
  const file = (name: string, isRequired: boolean) =>
    html`<div>
      <label class="label" for="${id(name)}">${name}</label>
      <input
        id="${id(name)}"
        class="field file"
        type="file"
        name="${name}"
        data-in="file"
        ${isRequired && html` required`}
      />
    </div>`;
  if (type === 'application/json')
    return html`<div>
      <label class="label" for="${id('json')}">JSON body</label>
      <textarea id="${id('json')}" class="field" rows="4" data-in="json" spellcheck="false">
${JSON.stringify(exampleBody(operationId) ?? sampleOf(description, schema), null, 2)}</textarea>
    </div>`;
  if (type !== 'multipart/form-data') return file('file', true);
  const texts = ['target', 'source', 'webhook_url'].filter((name) => name in properties);
  return html`${file('file', required.includes('file'))}
  ${texts.map(
    (name) =>
      html`<div>
        <label class="label" for="${id(name)}"
          >${name}${!required.includes(name) && html` <span class="type">optional</span>`}</label
        >
        <input
          id="${id(name)}"
          class="field"
          name="${name}"
          data-in="form"
          ${required.includes(name) && html` required`}
          autocomplete="off"
          spellcheck="false"
        />
      </div>`,
  )}
  ${
    'target' in properties &&
    html`<div>
      <label class="label" for="${id('options')}"
        >Options, one per line <span class="type">quality=80</span></label
      >
      <textarea id="${id('options')}" class="field" rows="2" data-in="options" spellcheck="false"></textarea>
    </div>`
  }`;
}

function exampleBody(operationId: string): unknown {
  const json = exampleCalls[operationId]?.json;
  if (!json) return undefined;
  const filled = (value: unknown) =>
    value === '$EMAIL' ? 'you@example.com' : value === '$WEBHOOK_URL' ? 'https://example.com/hook' : value;
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, filled(value)]));
}
