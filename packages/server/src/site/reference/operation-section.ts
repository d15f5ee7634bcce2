/** Writes one operation of the reference: parameters, responses, examples, and a form to try it. */
import { html, type Html } from '../../pages/html.ts';
import {
  essenceOf,
  jsonIn,
  type DescribedOperation,
  type Description,
  type ResponseObject,
  type Schema,
} from './description.ts';
import { examplesOf, type Example } from './examples.ts';
import { fieldsOf, typeOf, writeFields } from './fields.ts';
import { prose } from './prose.ts';
import { sampleOf } from './sample.ts';
import { writeTryForm } from './try-form.ts';

export function writeOperation(description: Description, operation: DescribedOperation, base: string): Html {
  const { operationId, method, path, summary } = operation;
  return html`<section class="operation" id="${operationId}" aria-labelledby="${operationId}-title">
    <h2 id="${operationId}-title">
      <a href="#${operationId}">${summary.replace(/\.$/, '').replaceAll('`', '')}</a>
    </h2>
    <p class="request-line">${writeMethod(method)} <code>${writePath(path)}</code></p>
    <p class="note">${authText(operation)}</p>
    ${writeExamples(operationId, examplesOf(operation))} ${writeParameters(description, operation)}
    ${writeBody(description, operation)} ${writeSuccess(description, operation)}
    ${writeErrors(operation, base)} ${writeTryForm(description, operation)}
  </section>`;
}

export const writeMethod = (method: string) =>
  html`<span class="method ${method}">${method.toUpperCase()}</span>`;

/** Writes the path of an operation. If the path is longer than a line, it wraps after a slash. */
export const writePath = (path: string): Html =>
  html`${path.split(/(?<=\/)/).map((part, at) => html`${at > 0 && html`<wbr />`}${part}`)}`;

function authText({ security }: DescribedOperation): Html {
  const names = security.map((one) => Object.keys(one)[0]);
  if (names.includes('operator')) return html`Requires the operator’s token.`;
  const session = names.includes('session') ? ' or a signed-in browser' : '';
  if (names.length === 0) return html`Needs no key.`;
  return names.includes(undefined)
    ? html`A key is optional. With a key, the limits of its account apply.`
    : html`Requires a key${session}.`;
}

export function writeExamples(name: string, examples: readonly Example[]): Html {
  return html`<div class="examples">
    <fieldset class="languages">
      <legend class="hidden">Language of the example</legend>
      ${examples.map(
        ({ language, syntax }, n) =>
          html`<label
            ><input type="radio" name="language-${name}" value="${syntax}" ${n === 0 && html` checked`} />
            ${language}</label
          >`,
      )}
      <button class="button quiet small copy" type="button" data-copy-code data-copied="Copied">
        <span>Copy</span>
      </button>
    </fieldset>
    ${examples.map(
      ({ language, syntax, code }) =>
        html`<pre
          class="example ${syntax}"
          tabindex="0"
          role="group"
          aria-label="${language}"
        ><code>${code}</code></pre>`,
    )}
  </div>`;
}

function writeParameters(description: Description, { parameters }: DescribedOperation): Html {
  const locations = [
    { location: 'path', title: 'In the path' },
    { location: 'query', title: 'In the query' },
    { location: 'header', title: 'Headers' },
  ];
  return html`${locations.map(({ location, title }) => {
    const fields = parameters
      .filter((parameter) => parameter.in === location)
      .map(({ name, required = false, description: text, schema }) => ({
        name,
        type: typeOf(description, schema),
        isRequired: required,
        description: text ?? '',
      }));
    return fields.length > 0
      ? html`<h3>${title}</h3>
          ${writeFields(fields)}`
      : html``;
  })}`;
}

/**
 * Maximum number of fields in a list that is shown completely. In a longer list, optional fields are collapsed. For
 * example, a conversion has a long list, with a field for each option.
 */
const maxFields = 8;

function writeBody(description: Description, { requestBody }: DescribedOperation): Html {
  const [[type, { schema }] = ['', { schema: {} as Schema }]] = Object.entries(requestBody?.content ?? {});
  if (type === '') return html``;
  const fields = fieldsOf(description, schema);
  const title = { 'multipart/form-data': 'Form', 'application/json': 'JSON body' }[type] ?? 'Body';
  const main = fields.filter(
    ({ name, isRequired }) => isRequired || /^(file|file_id|source|source_url|webhook_url)$/.test(name),
  );
  const isLong = fields.length > maxFields;
  const others = fields.filter((field) => !main.includes(field));
  return html`<h3>${title} <span class="type">${type}</span></h3>
    ${requestBody?.description !== undefined && html`<p class="note">${prose(requestBody.description)}</p>`}
    ${fields.length === 0 && html`<p class="note">${type === 'application/json' ? 'An empty object, or no body.' : 'The body is the file.'}</p>`}
    ${fields.length > 0 && writeFields(isLong ? main : fields)}
    ${
      isLong &&
      html`<details class="more">
        <summary>${others.length} options, each for the routes that accept it</summary>
        ${writeFields(others)}
      </details>`
    }`;
}

function writeSuccess(description: Description, { responses }: DescribedOperation): Html {
  const successes = Object.entries(responses).filter(([status]) => status < '400');
  return html`<h3>Responses</h3>
    ${successes.map(([status, response]) => writeResponse(description, status, response))}`;
}

/**
 * Default description of a response in the OpenAPI document. The reference omits the default description of a response,
 * because it contains no information.
 */
const undescribed = 'The requested data.';

function writeResponse(description: Description, status: string, response: ResponseObject): Html {
  const types = Object.keys(response.content ?? {});
  const schema = jsonIn(response.content)?.schema;
  const fields = schema ? fieldsOf(description, schema) : [];
  return html`<div class="answer">
    <p>
      <strong>${status}</strong> ${response.description !== undescribed && prose(response.description)}
      ${types.length > 0 && html`<span class="type">${types.map((type) => (type === '*/*' ? 'the file' : essenceOf(type))).join(', ')}</span>`}
    </p>
    ${
      schema &&
      html`<pre
          tabindex="0"
          role="group"
          aria-label="Response ${status}"
        ><code>${JSON.stringify(sampleOf(description, schema), null, 2)}</code></pre>
        ${
          fields.length > 0 &&
          html`<details class="more">
            <summary>${fields.length} fields</summary>
            ${writeFields(fields)}
          </details>`
        }`
    }
  </div>`;
}

function writeErrors({ responses }: DescribedOperation, base: string): Html {
  const rows = Object.entries(responses).filter(([status]) => status >= '400');
  return html`<details class="more">
    <summary>${rows.length} error statuses</summary>
    <dl class="fields">
      ${rows.map(
        ([status, { description, content }]) =>
          html`<div>
            <dt>
              <a href="${base}/errors">${status}</a>
              <span class="type">${codesOf(content).join(', ')}</span>
            </dt>
            <dd>${prose(description)}</dd>
          </div>`,
      )}
    </dl>
  </details>`;
}

export function codesOf(content: ResponseObject['content']): string[] {
  const examples = Object.values(jsonIn(content)?.examples ?? {});
  return [...new Set(examples.map(({ value }) => (value as { error: { code: string } }).error.code))];
}
