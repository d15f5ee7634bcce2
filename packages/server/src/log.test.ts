import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asText, openLog } from './log.ts';

/** Calls `use` with a log in the format `form`, and returns the lines that were written. */
function logged(use: (log: ReturnType<typeof openLog>) => void, form: 'json' | 'text'): string {
  let all = '';
  const write = (text: string) => void (all += text);
  use(openLog('info', form === 'text' ? asText(write) : { write }));
  return all;
}

const named = 'a\u001b[2J\u009b\u202e';

test('writes JSON log lines with escaped control characters', () => {
  const line = logged((log) => log.info({ file: named }, 'seen'), 'json');
  assert.match(line, /^\{.*\\u001b\[2J\\u009b\\u202e.*\}\n$/);
  assert.equal((JSON.parse(line) as { file: string }).file, named);
});

test('writes text log lines with the time, message and fields', () => {
  const text = logged((log) => {
    log.info({ method: 'GET', status: 200, reqId: 'r' }, 'answered');
    log.warn({ file: named, list: [1] }, 'odd file');
  }, 'text');
  const [first, second] = text.trimEnd().split('\n');
  assert.match(first ?? '', /^\d\d:\d\d:\d\d answered method=GET status=200$/);
  assert.match(second ?? '', /^\d\d:\d\d:\d\d warn: odd file file=a\\x1b\[2J\\x9b\\u202e list=\[1\]$/);
});

test('writes the stack of an error below the log line, and hides API keys in the stack', () => {
  const text = logged((log) => log.error(new Error('key svc_sk_abc broke'), 'failed'), 'text');
  assert.match(text, /^\S+ error: failed\n {2}Error: key svc_sk_… broke\n {2} +at /);
});

test('logs the stack trace of an error, even if the error is in a field or in a list', () => {
  const error = new Error('the engine died');
  const line = logged((log) => log.warn({ error, causes: [error, 'stopped'] }, 'failed'), 'json');
  const event = JSON.parse(line) as { error: string; causes: string[] };
  assert.match(event.error, /^Error: the engine died\n +at /);
  assert.deepEqual(event.causes, [event.error, 'stopped']);
});
