/** The conversions that a chaos run requests, each with a function that checks the result. */
import type { SeededRandom } from './seeded-random.ts';

export interface JobTask {
  file: File;
  target: string;
  /**
   * Checks the result of the conversion. Undefined for a truncated file, which the service must refuse as `truncated`.
   */
  isRight?: (result: Buffer) => boolean;
}

type TaskMaker = (n: number) => JobTask;

const kinds: readonly [TaskMaker, ...TaskMaker[]] = [
  (n) => ({
    file: new File([`{"job":${n}}`], 'a.json'),
    target: 'yaml',
    isRight: (result) => result.toString() === `job: ${n}\n`,
  }),
  (n) => ({
    file: new File([`job,is\n${n},done\n`], 'a.csv'),
    target: 'json',
    isRight: (result) => {
      const [row, ...more] = JSON.parse(result.toString()) as Record<string, unknown>[];
      return Number(row?.['job']) === n && row?.['is'] === 'done' && more.length === 0;
    },
  }),
  (n) => ({
    file: new File([`# Job ${n}\n`], 'a.md'),
    target: 'html',
    isRight: (result) => result.toString().includes(`>Job ${n}</h1>`),
  }),
  (n) => ({
    file: new File([`<svg xmlns="http://www.w3.org/2000/svg" width="${n}" height="3"/>`], 'a.svg'),
    target: 'png',
    // In a PNG file, the width is at byte 16.
    isRight: (result) => result.toString('latin1', 1, 4) === 'PNG' && result.readUInt32BE(16) === n,
  }),
];

const truncated: TaskMaker = (n) => ({ file: new File([`{"job":${n}`], 'a.json'), target: 'yaml' });

/** Returns the `n`th task of a run, counted from 1. One in eight tasks has a truncated file. */
export function jobTask(n: number, random: SeededRandom): JobTask {
  return (random.chance(1 / 8) ? truncated : random.pick(kinds))(n);
}
