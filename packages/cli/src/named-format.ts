/** Resolves the name of a format on the command line. */
import path from 'node:path';
import { formatNamed } from '@protean/formats';
import type { Format } from '@protean/formats/format.ts';
import { nearestFormatName } from '@protean/formats/nearest.ts';
import { CommandError, exitStatus, usageError } from './exit-status.ts';

/** Throws `CommandError` with the nearest name. */
export function requireFormat(name: string): Format {
  const known = formatNamed(name);
  if (known) return known;
  const nearest = nearestFormatName(name);
  const advice = nearest === undefined ? '' : ` Did you mean ${nearest}?`;
  throw new CommandError(
    `Unknown format "${name}".${advice} \`protean formats\` lists them all.`,
    exitStatus.noRoute,
  );
}

/** Returns the error for an output whose name has no known extension. `flag` specifies the format instead. */
export function unknownFormatOf(output: string, flag: string): CommandError {
  const meant = nearestFormatName(path.extname(output));
  const advice = meant === undefined ? 'Use a known extension' : `Did you mean .${meant}? Use that`;
  return usageError(`Unknown format of ${output}. ${advice}, or use ${flag}.`);
}
