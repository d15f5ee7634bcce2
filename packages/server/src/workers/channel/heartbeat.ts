/** When a worker counts as living: its heartbeats come, as far as the clocks of two machines agree. */
import { skewMs } from '../../leases/lease.ts';

/** How often a worker announces that it lives, and api processes look, in milliseconds. */
export const heartbeatEveryMs = 1_000;
/** How many heartbeats may be late. */
const maxLate = 5;

/** `now` is that of the process that looks; both in milliseconds since the epoch. */
export function isLiving({ heartbeat_at: at }: { heartbeat_at: number }, now: number): boolean {
  return now - at < maxLate * heartbeatEveryMs + skewMs;
}
