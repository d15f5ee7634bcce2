/**
 * Process that sends requests to the throttle concurrently with other processes, for the same caller. Each message from
 * the parent process starts a race. After each race, this process replies with the outcomes of its requests.
 */
import { openLimitsProcess, TestClock } from './limits-process.ts';

export interface ThrottleRace {
  caller: string;
  limit: number;
  /** Simulated time. */
  now: number;
  /** Number of concurrent requests. */
  requests: number;
}

export interface ThrottleRaceOutcome {
  allowed: boolean;
  reset: number;
}

const clock = new TestClock(0);
const limits = await openLimitsProcess(JSON.parse(process.argv[2] ?? '') as Record<string, string>, clock);
process.on('message', (heat: ThrottleRace) => {
  clock.time = heat.now;
  const takes = Array.from({ length: heat.requests }, () => limits.throttle.take(heat.caller, heat.limit));
  void Promise.all(takes).then((verdicts) => process.send?.(verdicts));
});
process.once('disconnect', () => void limits.close());
process.send?.('ready');
