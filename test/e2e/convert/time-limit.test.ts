/** Tests that waiting for a busy processor does not count towards the time limit of a conversion. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { closing, fixture, temporaryFolder } from '../../support/fixtures.ts';
import { pandocScript, startWithPandoc } from '../../support/server/altered-machine.ts';
import { post, type Service } from '../../support/server/service.ts';

const limitSeconds = 4;

/** Code of a fake pandoc. The text of the document selects what the fake pandoc does. */
const work = `
import os, subprocess, sys
def use(seconds):
    while time.process_time() < seconds:
        pass
text = open('/job/in/in.md').read()
if 'sleeps' in text:
    time.sleep(300)
elif 'uses processes' in text:
    for _ in range(20):
        subprocess.run([sys.executable, '-c', 'import time\\nwhile time.process_time() < 0.1: pass'], check=True)
else:
    use(2)
open('/job/out/out.rst', 'w').write(open(os.environ['WAITED_FILE']).read())
`;

const service = fixture(async (stack): Promise<{ service: Service }> => {
  const program = path.join(await temporaryFolder(stack), 'busy-pandoc');
  await writeFile(program, pandocScript(work), { mode: 0o755 });
  const env = { CONVERSION_SECONDS: String(limitSeconds) };
  return { service: closing(stack, await startWithPandoc(program, env)) };
});

/** Calls `whileBusy` while several processes compete for each processor. */
async function onBusyMachine<Result>(whileBusy: () => Promise<Result>): Promise<Result> {
  // Linux shares processors between sessions, so each process gets its own session.
  const rivals = Array.from({ length: 3 * availableParallelism() }, () =>
    spawn('/bin/sh', ['-c', 'while :; do :; done'], { detached: true, stdio: 'ignore' }),
  );
  const exits = rivals.map((rival) => once(rival, 'exit'));
  try {
    return await whileBusy();
  } finally {
    for (const rival of rivals) rival.kill('SIGKILL');
    await Promise.all(exits);
  }
}

async function convert(text: string) {
  const began = performance.now();
  const answer = await post(`${service.service.url}/api/convert`, [
    ['file', new File([text], 'a.md')],
    ['target', 'rst'],
  ]);
  const reason = answer.status === 200 ? undefined : answer.error.details?.['reason'];
  const seconds = (performance.now() - began) / 1000;
  return { status: answer.status, reason, seconds, text: answer.body.toString() };
}

for (const [shows, text] of [
  ['one process', 'computes'],
  ['many short processes', 'uses processes'],
] as const)
  test(`completes a conversion that waits for processors longer than its time limit (${shows})`, async () => {
    const answer = await onBusyMachine(() => convert(text));
    assert.equal(answer.status, 200);
    assert.ok(answer.seconds > limitSeconds, `${answer.seconds} s`);
    const waited = Number(answer.text) / 1000;
    assert.ok(waited > 1 && waited < answer.seconds, `${waited} s`);
  });

test('a busy machine does not extend the time limit of a sleeping conversion', async () => {
  const { status, reason, seconds } = await onBusyMachine(() => convert('sleeps'));
  assert.deepEqual([status, reason], [502, 'timeout']);
  assert.ok(seconds > limitSeconds && seconds < 3 * limitSeconds, `${seconds} s`);
});
