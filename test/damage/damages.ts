/** The ways to damage a valid file. */
import { createHash } from 'node:crypto';

export interface Damage {
  name: string;
  /** Returns the damaged file. `whole` is the valid file, and `other` is a valid file of another category. */
  of: (whole: Buffer, other: Buffer) => Buffer;
}

const cut = (percent: number): Damage => ({
  name: `cut at ${percent} %`,
  of: (whole) => whole.subarray(0, Math.max(1, Math.floor((whole.length * percent) / 100))),
});

export const damages: readonly Damage[] = [
  cut(10),
  cut(50),
  cut(90),
  { name: 'another file', of: (_, other) => other },
  { name: 'one byte', of: (whole) => whole.subarray(0, 1) },
  { name: 'noise', of: () => noise },
];

/** Pseudo-random bytes that are the same in every run. */
const noise = Buffer.concat(
  Array.from({ length: 128 }, (_, n) => createHash('sha256').update(`noise ${n}`).digest()),
);
