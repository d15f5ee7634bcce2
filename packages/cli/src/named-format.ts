/** The format that a word of the command line names. */
import { formatNamed } from '@protean/formats';
import type { Format } from '@protean/formats/format.ts';
import { nearestFormatName } from '@protean/formats/nearest.ts';
import { CommandError, exitStatus } from './exit-status.ts';

/** Throws `CommandError` that names the nearest one. */
export function requireFormat(name: string): Format {
  const known = formatNamed(name);
  if (known) return known;
  const nearest = nearestFormatName(name);
  const advice = nearest === undefined ? '' : ` Did you mean ${nearest}?`;
  throw new CommandError(
    `There is no format called "${name}".${advice} \`protean formats\` lists them all.`,
    exitStatus.noRoute,
  );
}
