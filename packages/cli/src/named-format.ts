/** Resolves the name of a format on the command line. */
import { formatNamed } from '@protean/formats';
import type { Format } from '@protean/formats/format.ts';
import { nearestFormatName } from '@protean/formats/nearest.ts';
import { CommandError, exitStatus } from './exit-status.ts';

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
