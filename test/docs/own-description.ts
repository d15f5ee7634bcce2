/** Returns the OpenAPI document and the list of MCP tools (for agents) that a server without engines publishes. */
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { format } from 'prettier';
import { startService } from '../../packages/server/src/app.ts';
import { loadConfig } from '../../packages/server/src/config.ts';
import { openLog } from '../../packages/server/src/log.ts';

export interface OwnDescription {
  /** The OpenAPI document as YAML. */
  openApi: string;
  /** The list of tools as JSON. */
  tools: string;
}

export async function ownDescription(): Promise<OwnDescription> {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'protean-openapi-'));
  const config = loadConfig({
    ...{ DATA_DIR: folder.path, PORT: '0', WARM: 'off' },
    BASE_URL: 'http://localhost:8080',
  });
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const service = await startService(config, openLog('error', silent), { offered: () => [] });
  try {
    const openApi = await textOf(await fetch(`${service.url}/openapi.yaml`));
    return { openApi, tools: await toolsAt(service.url) };
  } finally {
    await service.stop(0);
  }
}

async function toolsAt(url: string): Promise<string> {
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  });
  const [, data = ''] = /^data: (.*)$/m.exec(await textOf(response)) ?? [];
  const { result } = JSON.parse(data) as { result: { tools: unknown } };
  return format(JSON.stringify(result.tools), { printWidth: 110, parser: 'json' });
}

async function textOf(response: Response): Promise<string> {
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}
