/** What is noted of a run of ffmpeg: which of how many commands it is and how long its result gets, then its own words. */

interface RunPart {
  nth: number;
  of: number;
  /** Undefined where the file does not say. */
  seconds: number | undefined;
}

export function notesHead({ nth, of, seconds }: RunPart): string {
  return `command=${nth}/${of}\nseconds=${seconds ?? ''}\n`;
}

/** How much of all commands together is done, from 0 to 1; undefined where the length is not known. */
export function shareOf(notes: string): number | undefined {
  const [, nth, of] = /^command=(\d+)\/(\d+)$/m.exec(notes) ?? [];
  const seconds = Number(/^seconds=([\d.]+)$/m.exec(notes)?.[1]);
  const [, microseconds = '0'] = [...notes.matchAll(/^out_time_us=(\d+)$/gm)].at(-1) ?? [];
  if (!(seconds > 0) || !nth || !of) return undefined;
  const share = Math.min(1, Number(microseconds) / 1e6 / seconds);
  return (Number(nth) - 1 + share) / Number(of);
}
