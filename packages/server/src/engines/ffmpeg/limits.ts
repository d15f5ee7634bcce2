/** What a conversion of sound or video may use. */
import type { Limits } from '../../sandbox/limits.ts';

const GB = 1024 * 1024 * 1024;

/** An encoder's look ahead takes room, and a long film its time and space where a job allows them. */
export const mediaLimits: Partial<Limits> = { memory: 1.5 * GB, wallMs: 60 * 60_000, outputBytes: 6 * GB };
