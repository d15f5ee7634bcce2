/** Tests how often a task is sent, which workers it is sent to, and which error is thrown if no worker completes it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { overloaded, ServiceError } from '../errors.ts';
import { noTracing } from '../tracing/tracing.ts';
import { dispatch } from './dispatch.ts';
import { ConnectionLostError } from './channel/message-reader.ts';

const done = { result: {}, files: ['/dir/result'] };
const busy = overloaded('busy', undefined, 7);
const refused = new ServiceError('bad_request', 'No.');

/** Responses of the workers by worker name, in the order in which the workers are chosen. */
type Answers = Readonly<Record<string, Error | typeof done>>;

async function tryWith(answers: Answers, signal?: AbortSignal) {
  const asked: string[] = [];
  const failed: string[] = [];
  const outcome = await dispatch(
    {
      directory: {
        choose: (_can, except = new Set()) => {
          const id = Object.keys(answers).find((one) => !except.has(one));
          // The worker has no catalogue, because this test does not use routes.
          return id === undefined ? undefined : { id, address: id, catalogue: undefined as never };
        },
        sending: (_worker, work) => work(),
        failed: ({ id }) => void failed.push(id),
        refresh: () => Promise.resolve(),
      },
      client: {
        run: (address) => {
          asked.push(address);
          const answer = answers[address];
          return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer ?? done);
        },
      },
      newId: () => 'id',
      log: { warn: () => {} },
      tracing: noTracing,
    },
    {
      task: { operation: 'pack', names: [], terms: {} },
      ...{ files: [], context: { dir: '/dir', signal }, can: () => true, limitMs: 1000 },
    },
  ).catch((error: unknown) => error);
  return { asked, failed, outcome };
}

const lost = new ConnectionLostError();

const rows: readonly [what: string, answers: Answers, asked: string, failed: string, outcome: string][] = [
  ['sends the task to no second worker if the first worker succeeds', { a: done, b: done }, 'a', '', 'done'],
  [
    'tries a second worker if the connection to the first worker is lost',
    { a: lost, b: done },
    'a b',
    'a',
    'done',
  ],
  ['tries a second worker if the first worker has no free slot', { a: busy, b: done }, 'a b', '', 'done'],
  [
    'tries no second worker after an error caused by the file',
    { a: refused, b: done },
    'a',
    '',
    'bad_request',
  ],
  [
    'tries no third worker after the connections to two workers are lost',
    { a: lost, b: lost, c: done },
    'a b',
    'a b',
    '502 worker_died',
  ],
  ['tries the only worker only once if the connection to it is lost', { a: lost }, 'a', 'a', '503 no_worker'],
  ['returns 503 busy if the only worker has no free slot', { a: busy }, 'a', '', '503 busy'],
  ['returns 503 no_worker if there are no workers', {}, '', '', '503 no_worker'],
];

const inWords = (outcome: unknown) => {
  if (!(outcome instanceof ServiceError)) return outcome === done ? 'done' : 'other';
  const reason = outcome.details?.['reason'];
  return typeof reason === 'string' ? `${outcome.status} ${reason}` : outcome.code;
};

for (const [what, answers, asked, failed, outcome] of rows) {
  test(what, async () => {
    const tried = await tryWith(answers);
    assert.deepEqual(
      [tried.asked.join(' '), tried.failed.join(' '), inWords(tried.outcome)],
      [asked, failed, outcome],
    );
  });
}

test('does not try a second worker after the caller disconnects', async () => {
  const { asked, outcome } = await tryWith({ a: lost, b: done }, AbortSignal.abort(new Error('left')));
  assert.deepEqual([asked, outcome], [['a'], lost]);
});
