/** Formats times as ISO 8601 in UTC. */

/** `time` is in milliseconds since the Unix epoch. Returns null for null. */
export function timeText(time: number): string;
export function timeText(time: number | null): string | null;
export function timeText(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}
