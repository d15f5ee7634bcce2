/**
 * Measures how much time the service adds to a small conversion of an account. The added time includes HTTP, rate
 * limits, quota, idempotency, and their database queries.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { startService } from '../../packages/server/src/app.ts';
import {
  openConversions,
  sandboxReadiness,
  type Conversions,
} from '../../packages/server/src/convert/run/conversions.ts';
import { loadConfig, type Config } from '../../packages/server/src/config.ts';
import { AdmissionControl } from '../../packages/server/src/http/guards/admission.ts';
import { untilClientLeaves } from '../../packages/server/src/http/connections/client.ts';
import { uploadForm } from '../../packages/server/src/api/conversion/conversion-schemas.ts';
import { parseFields } from '../../packages/server/src/api/conversion/form.ts';
import { receiveUpload } from '../../packages/server/src/http/body/upload.ts';
import { openResult, type HttpResponse } from '../../packages/server/src/api/conversion/result-response.ts';
import { randomId } from '../../packages/server/src/kit/ids.ts';
import { openLog } from '../../packages/server/src/log.ts';
import { openRegistry } from '../support/storage/registry.ts';
import { inTurn, spread, type Measurement } from './measure.ts';

const rounds = 200;

/**
 * Measures a small conversion in the whole service, and in a bare server that only converts. The service and the bare
 * server use warm engines (processes that wait with their libraries loaded).
 */
export async function benchAccount(dir: string): Promise<Measurement[]> {
  const settings = { DATA_DIR: path.join(dir, 'account'), PORT: '0' };
  const log = openLog('silent', new PassThrough());
  const config = loadConfig(settings);
  const service = await startService(config, log);
  const registry = await openRegistry(settings);
  const parts = await openConversions(
    config,
    path.join(dir, 'bare'),
    sandboxReadiness(config, () => {}),
  );
  parts.sandbox.prepare();
  const bare = await startBare(parts, config);
  try {
    const { account, key } = await registry.accounts.create('bench@example.com', 'growth');
    await registry.accounts.setPlan(account.id, 'growth', { requests_per_minute: 1_000_000 });
    const Authorization = `Bearer ${key}`;
    const whole =
      (headers: Record<string, string> = {}) =>
      () =>
        send(`${service.url}/v1/convert`, { Authorization, ...headers });
    const past = () => send(`${bare.url}/`, {});
    const withoutKey = await inTurn(rounds, whole(), past);
    const withKey = await inTurn(rounds, () => whole({ 'Idempotency-Key': randomId() })(), past);
    return [
      overhead('POST /v1/convert for an account, json to yaml: time that the service adds', withoutKey),
      overhead('the same with an Idempotency-Key: time that the service adds', withKey),
    ];
  } finally {
    await bare.close();
    await parts.close();
    await registry.close();
    await service.stop(0);
  }
}

function overhead(what: string, { a, b }: { a: number[]; b: number[] }): Measurement {
  const base = spread(b).median;
  const measured = spread(a.map((ms) => ms - base));
  return { what, measured, unit: 'ms', most: 3, note: `without: ${base.toFixed(1)} ms` };
}

/** Starts the bare server, which only receives the form, converts the file and returns the result. */
async function startBare({ converter, workspace }: Conversions, config: Config) {
  const admission = new AdmissionControl(config, config.dataDir);
  const minimumThroughput = { bytesPerSecond: config.slowestBytesPerSecond, seconds: config.slowestSeconds };
  const convert = async (request: IncomingMessage, signal: AbortSignal): Promise<HttpResponse['body']> => {
    using ticket = admission.admit('bench', 1_000_000);
    await using folder = workspace.openConversion();
    const limits = { maxFileBytes: 1_000_000, minimumThroughput, signal };
    const { fields, sent } = await receiveUpload(request, folder.upload, limits);
    const [file] = sent;
    ticket.received(file?.size ?? 0);
    const form = { ...parseFields(uploadForm, fields), fileName: file?.fileName ?? '' };
    const plan = await converter.plan(form, folder.upload);
    const conversion = await converter.convert(plan, { dir: folder.path, signal, account: 'bench' });
    await using result = await openResult(conversion, conversion.mime);
    return result.take().body;
  };
  const server = createServer((request, response) => {
    void convert(request, untilClientLeaves(response)).then((body) =>
      body instanceof Readable ? body.pipe(response) : response.end(body),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { url: `http://127.0.0.1:${port}`, close };
}

async function send(url: string, headers: Record<string, string>): Promise<void> {
  const body = new FormData();
  body.append('file', new File(['{"name":"Ada","born":1815}'], 'a.json'));
  body.append('target', 'yaml');
  const response = await fetch(url, { method: 'POST', body, headers });
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`answered ${response.status}`);
}
