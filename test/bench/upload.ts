/**
 * Measures uploads of 500 MB: how much memory the uploads add to the server, and how long they take compared with a
 * server that only pipes the request to a file.
 */
import { randomBytes } from 'node:crypto';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { startService } from '../support/server/service.ts';
import { inTurn, ratios, spread, type Measurement } from './measure.ts';

const megabytes = 500;
const MB = 1024 * 1024;
// The multipart boundary is as long as curl's boundary.
const boundary = `${'-'.repeat(24)}bTqVYpAvVqWaYkVwYq0tzH`;
const start = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.md"\r\n\r\n`;
// The target format does not exist, so the server only receives the upload and converts nothing.
const end = `\r\n--${boundary}\r\nContent-Disposition: form-data; name="target"\r\n\r\nnone\r\n--${boundary}--\r\n`;

/** The server to compare with: a program that pipes the request to a file. */
const plainServer = `
  import { createServer } from 'node:http';
  import { createWriteStream } from 'node:fs';
  import { rm } from 'node:fs/promises';
  const server = createServer((request, response) => {
    const file = createWriteStream(process.argv[1]);
    request.pipe(file).on('finish', async () => { await rm(process.argv[1]); response.end('ok'); });
  });
  server.listen(0, '127.0.0.1', () => console.log(server.address().port));
`;

export async function benchUpload(dir: string): Promise<Measurement[]> {
  const service = await startService({ SIZE_OVERRIDES: `{"anonymous":${600 * MB}}`, LOG_LEVEL: 'info' });
  const plain = spawn(process.execPath, ['--input-type=module', '-e', plainServer, path.join(dir, 'plain')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [port] = (await once(createInterface(plain.stdout), 'line')) as [string];
    const chunk = randomBytes(MB);
    const toService = () => send(`${service.url}/api/convert`, chunk);
    const toPlain = () => send(`http://127.0.0.1:${port}/`, chunk);
    const pid = service.process.pid ?? 0;
    const before = await memory(pid, 'VmRSS');
    const { a, b } = await inTurn(5, toService, toPlain);
    const added = (await memory(pid, 'VmHWM')) - before;
    return [
      {
        what: '500 MB upload: time relative to a plain pipe to disk',
        measured: ratios(a, b),
        unit: '×',
        most: 1.3,
        note: note(b),
      },
      { what: 'memory that 500 MB uploads add', measured: spread([added]), unit: 'MB', most: 64 },
    ];
  } finally {
    plain.kill();
    await service.close();
  }
}

const note = (plain: number[]) => `plain ${Math.round(spread(plain).median)} ms`;

async function send(url: string, chunk: Buffer): Promise<void> {
  const length = start.length + megabytes * chunk.length + end.length;
  const headers = { 'Content-Type': `multipart/form-data; boundary=${boundary}`, 'Content-Length': length };
  const call = request(url, { method: 'POST', headers });
  const answered = once(call, 'response');
  call.write(start);
  for (let n = 0; n < megabytes; n += 1) if (!call.write(chunk)) await once(call, 'drain');
  call.end(end);
  const [response] = (await answered) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  if (![200, 400].includes(response.statusCode ?? 0)) throw new Error(`answered ${response.statusCode}`);
}

/** Returns the current (`VmRSS`) or peak (`VmHWM`) memory of the process in MB, and resets the peak. */
async function memory(pid: number, which: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  await writeFile(`/proc/${pid}/clear_refs`, '5').catch(() => {});
  return Number(new RegExp(`${which}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024;
}
