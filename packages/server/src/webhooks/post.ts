/** One attempt to tell a receiver of an event (contract §8.3). */
import type { Dispatcher } from 'undici';
import type { Clock } from '../kit/clock.ts';
import { EgressError, type GuardedFetch } from '../egress/outbound.ts';
import { signatureOf } from './signature.ts';

/** For the whole attempt: name, connection, TLS and the head of the answer (contract §8.5). */
const attemptMs = 5_000;
/** Of an answer's body that much is read, for so long, so that who sends little can finish; nobody waits for it. */
const politeBytes = 16 * 1024;
const politeMs = 1_000;

export interface WebhookMessage {
  url: string;
  event: string;
  /** The same for every attempt at one event. */
  id: string;
  body: string;
}

export interface PostServices {
  outbound: GuardedFetch;
  clock: Clock;
  /** Aborts when the process has to end at once. */
  ending: AbortSignal;
}

export interface PostOutcome {
  /** Null where no answer came. */
  status: number | null;
  /** In few words, telling nothing of our network; null for any 2xx. */
  error: string | null;
}

/** Signs and sends it. Throws only when the process has to end, for the reason it gives. */
export async function post(
  { outbound, clock, ending }: PostServices,
  { url, event, id, body }: WebhookMessage,
  key: string,
): Promise<PostOutcome> {
  const bytes = Buffer.from(body);
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': 'Service-Webhook/1.0',
    'X-Service-Event': event,
    'X-Service-Delivery': id,
    'X-Service-Signature': signatureOf({ key, at: Math.floor(clock.now() / 1000), body: bytes }),
  };
  const signal = AbortSignal.any([AbortSignal.timeout(attemptMs), ending]);
  try {
    const answer = await outbound.request(new URL(url), { method: 'POST', headers, body: bytes, signal });
    letFinish(answer.body);
    const status = answer.statusCode;
    return { status, error: status >= 200 && status < 300 ? null : `HTTP ${status}` };
  } catch (error) {
    ending.throwIfAborted();
    if (!(error instanceof EgressError)) throw error;
    return { status: null, error: wordsFor(error) };
  }
}

function wordsFor({ reason }: EgressError): string {
  return reason === 'timeout' ? `timeout after ${attemptMs / 1000} s` : reason;
}

function letFinish(body: Dispatcher.ResponseData['body']): void {
  const enough = () => void body.destroy();
  body.dump({ limit: politeBytes, signal: AbortSignal.timeout(politeMs) }).then(enough, enough);
}
