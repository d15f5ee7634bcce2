/**
 * The encoding detectors that measure.ts compares: Protean's detector, and the external detectors that are installed.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { encodingOf } from '../../packages/engines/passes/encoding/detect.ts';

export interface Guess {
  name: string | undefined;
  /** Whether the detector is certain. False if the detector reports a low confidence. */
  certain: boolean;
}

export type Detector = (samples: readonly Buffer[]) => readonly Guess[];

/**
 * Returns a detector that runs in Python. One process handles all samples. Returns no guesses if the detector is not
 * installed.
 */
const inPython =
  (detector: string): Detector =>
  (samples) => {
    const { status, stdout } = spawnSync(
      '/usr/bin/python3',
      [path.join(import.meta.dirname, 'detectors.py'), detector],
      {
        input: JSON.stringify(samples.map((bytes) => bytes.toString('hex'))),
        encoding: 'utf8',
        maxBuffer: 64 * 1024 * 1024,
      },
    );
    return status === 0 ? (JSON.parse(stdout) as Guess[]) : [];
  };

export const detectors: Readonly<Record<string, Detector>> = {
  'Protean (jschardet 4, `.30`)': (samples) => samples.map((bytes) => encodingOf(bytes, 'txt')),
  'ICU (PyICU)': inPython('icu'),
  'charset-normalizer': inPython('charset_normalizer'),
  uchardet: inPython('uchardet'),
  chardet: inPython('chardet'),
};
