/** Decides by heartbeats whether a worker is alive, allowing for clock differences between machines. */
import { skewMs } from '../../leases/lease.ts';

/** Interval of a worker's heartbeats and of their checks in API processes, in milliseconds. */
export const heartbeatEveryMs = 1_000;
/** Number of heartbeats that may be late. */
const maxLate = 5;

/** `now` is the clock of the checking process. Both times are in milliseconds since the epoch. */
export function isLiving({ heartbeat_at: at }: { heartbeat_at: number }, now: number): boolean {
  return now - at < maxLate * heartbeatEveryMs + skewMs;
}
