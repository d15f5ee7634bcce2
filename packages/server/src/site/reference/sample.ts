/** Returns an example value for a schema, for bodies without a written example. */
import type { Description, Schema } from './description.ts';

const texts: Readonly<Record<string, string>> = {
  uuid: '2b1c2c6e-0f6f-4ad5-a1f8-5e4b8f6a0c11',
  uri: 'https://example.com/…',
  email: 'you@example.com',
  'date-time': '2026-11-23T10:00:00.000Z',
};

/**
 * Returns an example of a value that matches the schema. Arrays and records in the example have one member. Nested
 * objects in the example have no optional members.
 */
export function sampleOf(description: Description, reference: Schema, depth = 0): unknown {
  const schema = description.resolve(reference);
  const [example] = (schema['examples'] as unknown[] | undefined) ?? [];
  if (example !== undefined) return example;
  if ('example' in schema) return schema['example'];
  if ('default' in schema) return schema['default'];
  if ('const' in schema) return schema['const'];
  const [first] = (schema['enum'] ?? schema['anyOf'] ?? schema['oneOf'] ?? []) as unknown[];
  if (first !== undefined) return 'enum' in schema ? first : sampleOf(description, first as Schema, depth);
  const [type] = [schema['type']].flat();
  if (type === 'string') return texts[String(schema['format'])] ?? '…';
  if (type === 'integer' || type === 'number') return sampleNumber(Number(schema['minimum'] ?? 1));
  if (type === 'boolean') return true;
  if (type === 'array') return [sampleOf(description, schema['items'] as Schema, depth + 1)];
  if (type !== 'object') return {};
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, Schema>;
    required?: string[];
  };
  const shown = Object.entries(properties).filter(([name]) => depth === 0 || required.includes(name));
  return Object.fromEntries(shown.map(([name, one]) => [name, sampleOf(description, one, depth + 1)]));
}

/**
 * Returns an example number. If an integer has no minimum, Zod writes the smallest safe integer as `minimum` into the
 * schema. The smallest safe integer is not a useful example, so the example is 1.
 */
const sampleNumber = (minimum: number) => (minimum <= Number.MIN_SAFE_INTEGER ? 1 : minimum);
