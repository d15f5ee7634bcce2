/** Times as people and programs read them: ISO 8601 in UTC. */

/** `time` is milliseconds since the Unix epoch; what has not happened stays null. */
export function timeText(time: number): string;
export function timeText(time: number | null): string | null;
export function timeText(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}
