/** What the jobs of a run are to do, and how a right result of each looks. */
import type { Chance } from './chance.ts';

export interface Task {
  file: File;
  target: string;
  /** Undefined where the file is none that can be read. */
  isRight?: (result: Buffer) => boolean;
}

type Make = (n: number) => Task;

const kinds: readonly [Make, ...Make[]] = [
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
    // The width is the first thing that a PNG tells.
    isRight: (result) => result.toString('latin1', 1, 4) === 'PNG' && result.readUInt32BE(16) === n,
  }),
];

const broken: Make = (n) => ({ file: new File([`{"job":${n}`], 'a.json'), target: 'yaml' });

/** The `n`th of a run, `n` from 1 on; one in eight cannot be done. */
export function task(n: number, chance: Chance): Task {
  return (chance.falls(1 / 8) ? broken : chance.pick(kinds))(n);
}
