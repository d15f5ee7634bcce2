/** Makes one attempt to send an event to its endpoint (contract §8.3). */
import type { Dispatcher } from 'undici';
import type { Clock } from '../kit/clock.ts';
import { EgressError, type GuardedFetch } from '../egress/outbound.ts';
import { signatureOf } from './signature.ts';

/** Timeout of the whole attempt in milliseconds: DNS, connection, TLS and the head of the response (contract §8.5). */
const attemptMs = 5_000;
/** Limits for reading a response body. Short bodies are read completely, so that the endpoint can finish sending. */
const maxDrainedBytes = 16 * 1024;
const maxDrainMs = 1_000;

export interface WebhookMessage {
  url: string;
  event: string;
  /** Id of the event. Every attempt sends the same id. */
  id: string;
  body: string;
}

interface PostServices {
  outbound: GuardedFetch;
  clock: Clock;
  /** A signal that aborts when the process must end immediately. */
  ending: AbortSignal;
}

export interface PostOutcome {
  /** Status of the response. Null if no response arrived. */
  status: number | null;
  /** A short message that reveals nothing about our network. The message is null for every 2xx status. */
  error: string | null;
}

/**
 * Signs and sends the event. Throws the reason of `ending` if that signal aborts. If the request fails, returns an
 * outcome and does not throw.
 */
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
    drain(answer.body);
    const status = answer.statusCode;
    return { status, error: status >= 200 && status < 300 ? null : `HTTP ${status}` };
  } catch (error) {
    ending.throwIfAborted();
    if (!(error instanceof EgressError)) throw error;
    return { status: null, error: reasonOf(error) };
  }
}

function reasonOf({ reason }: EgressError): string {
  return reason === 'timeout' ? `timeout after ${attemptMs / 1000} s` : reason;
}

function drain(body: Dispatcher.ResponseData['body']): void {
  const enough = () => void body.destroy();
  body.dump({ limit: maxDrainedBytes, signal: AbortSignal.timeout(maxDrainMs) }).then(enough, enough);
}
