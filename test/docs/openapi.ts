/** Generates the OpenAPI document as a server without engines returns it. */
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { startService } from '../../packages/server/src/app.ts';
import { loadConfig } from '../../packages/server/src/config.ts';
import { openLog } from '../../packages/server/src/log.ts';

/** Returns the document as YAML. */
export async function openApiYaml(): Promise<string> {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'protean-openapi-'));
  const config = loadConfig({
    ...{ DATA_DIR: folder.path, PORT: '0', WARM: 'off' },
    BASE_URL: 'http://localhost:8080',
  });
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const service = await startService(config, openLog('error', silent), { offered: () => [] });
  try {
    const response = await fetch(`${service.url}/openapi.yaml`);
    const text = await response.text();
    if (!response.ok) throw new Error(text);
    return text;
  } finally {
    await service.stop(0);
  }
}
