/**
 * Sends the event `webhook.test` when an account requests it. The event is sent once, without retries
 * (contract §8.7).
 */
import type { GuardedFetch } from '../egress/outbound.ts';
import type { Clock } from '../kit/clock.ts';
import type { NewId } from '../kit/ids.ts';
import { timeText } from '../kit/time-text.ts';
import { post, type PostOutcome } from './post.ts';

interface TestEventServices {
  outbound: GuardedFetch;
  clock: Clock;
  newId: NewId;
  /** Aborts when the process must end immediately. */
  ending: AbortSignal;
}

export interface TestOutcome extends PostOutcome {
  delivered: boolean;
  /**
   * Time in milliseconds from the start of the DNS look-up until the head of the response arrived or the attempt
   * failed.
   */
  ms: number;
}

/** Sends the test event. The test event is signed with `key` like any other event. */
export async function sendTestEvent(
  { outbound, clock, newId, ending }: TestEventServices,
  url: string,
  key: string,
): Promise<TestOutcome> {
  const event = 'webhook.test';
  const data = {
    message: 'This is a test event. It is signed like any other event.',
    created_at: timeText(clock.now()),
  };
  const began = clock.elapsed();
  const outcome = await post(
    { outbound, clock, ending },
    { url, event, id: newId(), body: JSON.stringify({ event, data }) },
    key,
  );
  return { ...outcome, delivered: outcome.error === null, ms: clock.elapsed() - began };
}
