/** Tests that a fault of the machine during a conversion causes 503 or 502, and not an error about the file. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { pandocScript, startWithPandoc } from '../../support/server/altered-machine.ts';
import { closing, fixture, temporaryFolder } from '../../support/fixtures.ts';
import { post, type Service } from '../../support/server/service.ts';

/** Code of a fake pandoc that always fails. The text of the document selects the kind of failure. */
const faults = `
import os, signal, sys
text = ''.join(open(f'/job/in/{name}').read() for name in os.listdir('/job/in'))
if 'no process' in text:
    sys.exit('pandoc: fork: Resource temporarily unavailable')
if 'no thread' in text:
    sys.exit("RuntimeError: can't start new thread")
if 'killed' in text:
    os.kill(os.getpid(), signal.SIGKILL)
sys.exit('this file is wrong')
`;

const service = fixture(async (stack): Promise<{ service: Service }> => {
  const dir = await temporaryFolder(stack);
  const program = path.join(dir, 'faulty');
  await writeFile(program, pandocScript(faults), { mode: 0o755 });
  return { service: closing(stack, await startWithPandoc(program, {})) };
});

for (const [fault, text, status, code] of [
  ['cannot start a process', 'no process', 503, 'service_unavailable'],
  ['cannot start a thread', 'no thread', 503, 'service_unavailable'],
  ['is killed', 'killed', 502, 'service_unavailable'],
  ['rejects the file', 'wrong', 400, 'bad_request'],
] as const) {
  test(`returns ${status} if pandoc ${fault}`, { timeout: 60_000 }, async () => {
    const answer = await post(`${service.service.url}/api/convert`, [
      ['file', new File([`# ${text}`], 'a.md')],
      ['target', 'rst'],
    ]);
    assert.deepEqual([answer.status, answer.error.code], [status, code], answer.error.message);
    assert.equal(answer.headers.has('retry-after'), status === 503);
  });
}
