/**
 * Refuses files that engines would convert to an empty or wrong result. The files are checked before the conversion.
 */
import { format } from '@protean/formats';
import { findPackageLock } from '@protean/formats/detection/lock.ts';
import { findMisread } from '@protean/formats/detection/misread.ts';
import type { Refusal } from '@protean/engines/contract/reasons.ts';
import type { RoutePlan } from '../../request/route-plan.ts';
import { refused } from '../failure.ts';

/** Throws `bad_request` for an encrypted package without a password, and for content that engines misread. */
export async function refuseMisread(plan: RoutePlan): Promise<void> {
  const [first] = plan.route.steps;
  if (!first) return;
  const refusal = (await lockOf(plan)) ?? (await misreadContent(plan));
  if (!refusal) return;
  const { reason, feature } = refusal;
  throw refused(first, plan.route, refusal, new Error(feature ?? reason));
}

/**
 * Returns a refusal if the file is an encrypted OpenDocument, iWork or EPUB package. Does not check archives, because
 * some of their entries may not be encrypted. The engine that reads an archive decides whether the archive is
 * encrypted.
 */
async function lockOf({ route, file, options }: RoutePlan): Promise<Refusal | undefined> {
  if (format(route.source).category === 'archive') return undefined;
  const lock = await findPackageLock(file);
  if (!lock || (lock.feature === undefined && options.password !== undefined)) return undefined;
  return lock.feature === undefined
    ? { reason: 'password_required' }
    : { reason: 'unsupported_feature', feature: lock.feature };
}

/**
 * A conversion to the same format is not checked, because it keeps the content unchanged, even if the engine does not
 * understand the content.
 */
async function misreadContent({ route, file }: RoutePlan): Promise<Refusal | undefined> {
  if (route.source === route.target) return undefined;
  const feature = await findMisread(file, route.source);
  return feature === undefined ? undefined : { reason: 'unsupported_feature', feature };
}
