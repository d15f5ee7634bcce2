/**
 * Converts files with synchronous requests, which wait for the result, instead of jobs. Repeats each request until its
 * response is final.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { answerOf, type Answer } from '../../support/server/service.ts';
import type { JobTask } from '../tasks.ts';

/**
 * Maximum time until a response, even during an outage, in milliseconds. Queries to the database time out after 30 s.
 */
export const longestAnswerMs = 35_000;
/** Maximum delay before a retry in milliseconds, even if the service asks for a longer delay. */
const longestPauseMs = 1_000;

export interface Call {
  /** The Idempotency-Key. */
  key: string;
  task: JobTask;
}

/** The result and the duration of a call. A call includes all attempts of a request. */
export interface CallRecord {
  call: Call;
  /** End of the call on the monotonic clock, in milliseconds. */
  endedAt: number;
  attempts: number;
  longestMs: number;
  final: Answer;
  /** The outcome of each attempt except the last one: a status with its message, or a connection error. */
  before: string[];
}

/**
 * Repeats the request until its response is final, and returns a record of the call. A broken connection and the
 * statuses 409, 502 and 503 are not final.
 */
export async function callUntilAnswered(url: string, key: string, call: Call): Promise<CallRecord> {
  const before: string[] = [];
  let longestMs = 0;
  for (let attempts = 1; ; attempts += 1) {
    const began = performance.now();
    const answer = await attempt(url, key, call);
    longestMs = Math.max(longestMs, performance.now() - began);
    if (typeof answer !== 'string' && ![409, 502, 503].includes(answer.status))
      return { call, endedAt: performance.now(), attempts, longestMs, final: answer, before };
    before.push(typeof answer === 'string' ? answer : `${answer.status} ${answer.error.message ?? ''}`);
    await pause(typeof answer === 'string' ? longestPauseMs : pauseOf(answer));
  }
}

async function attempt(url: string, key: string, { key: once, task }: Call): Promise<Answer | string> {
  const body = new FormData();
  body.append('target', task.target);
  body.append('file', task.file);
  try {
    const response = await fetch(`${url}/v1/convert`, {
      method: 'POST',
      body,
      headers: { Authorization: `Bearer ${key}`, 'Idempotency-Key': once },
      signal: AbortSignal.timeout(2 * longestAnswerMs),
    });
    return await answerOf(response);
  } catch (error) {
    return String(error instanceof Error && error.cause ? error.cause : error);
  }
}

const pauseOf = ({ headers }: Answer) =>
  Math.min(longestPauseMs, Number(headers.get('retry-after') ?? 1) * 1_000);
