/**
 * Tests that `server.json` has the shape that the MCP registry requires (schema 2025-12-11), and states the title and
 * version of the server.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { z } from 'zod';
import { serverInfo } from '../../packages/server/src/mcp/server.ts';

/**
 * Fields that describe a variable or a header. During set-up, an MCP client asks the user for the value of the variable
 * or header.
 */
const input = {
  description: z.string().optional(),
  isRequired: z.boolean().optional(),
  isSecret: z.boolean().optional(),
  format: z.enum(['string', 'number', 'boolean', 'filepath']).optional(),
  value: z.string().optional(),
  default: z.string().optional(),
  placeholder: z.string().optional(),
  choices: z.array(z.string()).optional(),
};
const variables = z.record(z.string(), z.strictObject(input)).optional();

const serverJson = z.strictObject({
  $schema: z.literal('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'),
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: z
    .string()
    .max(255)
    .regex(/^\d+\.\d+\.\d+$/),
  remotes: z
    .array(
      z.strictObject({
        type: z.literal('streamable-http'),
        url: z.string().regex(/^https:\/\/\S+$/),
        headers: z.array(z.strictObject({ name: z.string(), ...input, variables })).optional(),
        variables,
      }),
    )
    .min(1),
});

const parsed = serverJson.parse(
  JSON.parse(readFileSync(new URL('../../server.json', import.meta.url), 'utf8')),
);

test('server.json declares exactly the variables that its templates use', () => {
  const named = (text = '') => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  for (const { url, headers = [], variables: own = {} } of parsed.remotes) {
    assert.deepEqual(named(url), Object.keys(own));
    for (const { value, variables: ofHeader = {} } of headers)
      assert.deepEqual(named(value), Object.keys(ofHeader));
  }
});

test('server.json states the endpoint, title and version of the MCP server', () => {
  assert.match(parsed.remotes[0]?.url ?? '', /\/mcp$/);
  assert.deepEqual([parsed.title, parsed.version], [serverInfo.title, serverInfo.version]);
});
