/** Resolves a format name on the command line. */
import path from 'node:path';
import { formatNamed } from '@protean/formats';
import type { Format } from '@protean/formats/format.ts';
import { nearestFormatName } from '@protean/formats/nearest.ts';
import { CommandError, exitStatus, usageError } from './exit-status.ts';

/**
 * Returns the format with this name or alias. If the format is unknown, throws a `CommandError` that suggests the
 * nearest name.
 */
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

/**
 * Returns the error for an output file with an unknown extension. `flag` is the flag with which the user can specify
 * the format.
 */
export function unknownFormatOf(output: string, flag: string): CommandError {
  const meant = nearestFormatName(path.extname(output));
  const advice = meant === undefined ? 'Use a known extension' : `Did you mean .${meant}? Use that`;
  return usageError(`Unknown format of ${output}. ${advice}, or use ${flag}.`);
}
