/** `webhook.test`: an event that is sent when its receiver's owner asks for it, once (contract §8.7). */
import type { NewId } from '../kit/ids.ts';
import { timeText } from '../kit/time-text.ts';
import { post, type PostOutcome, type PostServices } from './post.ts';

interface TestEventServices extends PostServices {
  newId: NewId;
}

export interface TestOutcome extends PostOutcome {
  delivered: boolean;
  /** From the first look at the name to the head of the answer, or to giving up. */
  ms: number;
}

/** Signs with `key` as it would any other event. */
export async function sendTestEvent(
  parts: TestEventServices,
  url: string,
  key: string,
): Promise<TestOutcome> {
  const { clock, newId } = parts;
  const event = 'webhook.test';
  const data = {
    message: 'This is a test event. Its signature is made as that of every other.',
    created_at: timeText(clock.now()),
  };
  const began = clock.elapsed();
  const outcome = await post(parts, { url, event, id: newId(), body: JSON.stringify({ event, data }) }, key);
  return { ...outcome, delivered: outcome.error === null, ms: clock.elapsed() - began };
}
