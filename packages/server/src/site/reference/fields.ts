/** Writes lists of fields: name, type, whether the field is required, and description. */
import { html, type Html } from '../../pages/html.ts';
import type { Description, Schema } from './description.ts';
import { prose } from './prose.ts';

interface Field {
  /** Name of the field with the names of its parent fields, such as `conversions.used`. */
  name: string;
  type: string;
  isRequired: boolean;
  description: string;
}

interface ObjectSchema {
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
}

const maxDepth = 2;

/** Returns the fields of an object, including the fields of nested objects. */
export function fieldsOf(description: Description, reference: Schema, parent = '', depth = 0): Field[] {
  const { properties = {}, required = [] } = description.resolve(reference) as ObjectSchema;
  return Object.entries(properties).flatMap(([name, property]) => {
    const schema = description.resolve(property);
    const field = {
      name: parent + name,
      type: typeOf(description, schema),
      isRequired: required.includes(name),
      description: textOf(property) ?? textOf(schema) ?? '',
    };
    const isList = schema['type'] === 'array';
    const inner = isList ? (schema['items'] as Schema) : schema;
    const members =
      depth < maxDepth ? fieldsOf(description, inner, `${field.name}${isList ? '[]' : ''}.`, depth + 1) : [];
    return [field, ...members];
  });
}

const textOf = ({ description }: Schema) => (typeof description === 'string' ? description : undefined);

/** Returns a readable type, such as `integer from 1 to 100` or `string or null`. */
export function typeOf(description: Description, reference: Schema): string {
  const schema = description.resolve(reference);
  const some = (schema['anyOf'] ?? schema['oneOf']) as Schema[] | undefined;
  if (some) return [...new Set(some.map((one) => typeOf(description, one)))].join(' or ');
  if ('const' in schema) return JSON.stringify(schema['const']);
  if (Array.isArray(schema['enum']))
    return (schema['enum'] as unknown[]).map((one) => `${one as string}`).join(', ');
  const { type = 'any', format, minimum, maximum, contentEncoding } = schema;
  if (contentEncoding !== undefined || format === 'binary') return 'file';
  if (type === 'array') return `list of ${typeOf(description, schema['items'] as Schema)}`;
  const name = [type].flat().join(' or ');
  const isBounded = typeof minimum === 'number' && typeof maximum === 'number' && maximum < 2 ** 53 - 1;
  const bounds = isBounded ? ` from ${minimum} to ${maximum}` : '';
  return `${name}${bounds}${typeof format === 'string' && name === 'string' ? ` (${format})` : ''}`;
}

export function writeFields(fields: readonly Field[]): Html {
  return html`<dl class="fields">
    ${fields.map(
      ({ name, type, isRequired, description }) =>
        html`<div>
          <dt>
            <code>${name}</code>
            <span class="type">${type}</span>${isRequired && html` <span class="required">required</span>`}
          </dt>
          ${description && html`<dd>${prose(description)}</dd>`}
        </div>`,
    )}
  </dl>`;
}
