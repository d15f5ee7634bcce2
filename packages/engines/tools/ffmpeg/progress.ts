/**
 * The progress log of an ffmpeg run: a header with the command's number and the expected length, then ffmpeg's own log.
 */

interface RunPart {
  number: number;
  of: number;
  /** Expected length of the output in seconds. Undefined if the source file does not declare its length. */
  seconds: number | undefined;
}

export function logHeader({ number, of, seconds }: RunPart): string {
  return `command=${number}/${of}\nseconds=${seconds ?? ''}\n`;
}

/** Returns the time in seconds up to which ffmpeg has written, or 0 if the log does not report it. */
export function writtenSeconds(log: string): number {
  const [, microseconds = '0'] = [...log.matchAll(/^out_time_us=(\d+)$/gm)].at(-1) ?? [];
  return Number(microseconds) / 1e6;
}

/**
 * Returns the shortest possible length (1 ms) if ffmpeg has written a frame, otherwise 0. If the length of the last
 * frame is unknown, FFmpeg 7 logs only the start of this frame, so {@link writtenSeconds} is 0 for a video of one
 * frame.
 */
export function leastSeconds(log: string): number {
  return lastValue(log, 'frame') > 0 ? 0.001 : 0;
}

/** Returns the last value of `name` in ffmpeg's progress log. */
export function lastValue(log: string, name: string): number {
  const values = log.split('\n').filter((line) => line.startsWith(`${name}=`));
  return Number(values.at(-1)?.slice(name.length + 1)) || 0;
}

/** Returns the completed fraction of all commands, from 0 to 1, or undefined if the length is unknown. */
export function progressOf(log: string): number | undefined {
  const [, number, of] = /^command=(\d+)\/(\d+)$/m.exec(log) ?? [];
  const seconds = Number(/^seconds=([\d.]+)$/m.exec(log)?.[1]);
  if (!(seconds > 0) || !number || !of) return undefined;
  const share = Math.min(1, writtenSeconds(log) / seconds);
  return (Number(number) - 1 + share) / Number(of);
}
