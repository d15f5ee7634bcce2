/** Decides from heartbeats whether a worker is alive. Tolerates clock differences between machines. */
import { skewMs } from '../../leases/lease.ts';

/** Interval in milliseconds at which workers send heartbeats and API processes check them. */
export const heartbeatEveryMs = 1_000;
/** Number of consecutive missing heartbeats after which a worker counts as dead. */
const maxLate = 5;

/**
 * Returns whether the last heartbeat is recent. `now` is the time of the process that checks. `heartbeat_at` and `now`
 * are in milliseconds since the epoch.
 */
export function isLiving({ heartbeat_at: at }: { heartbeat_at: number }, now: number): boolean {
  return now - at < maxLate * heartbeatEveryMs + skewMs;
}
