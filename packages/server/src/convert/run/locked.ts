/** Refuses encrypted packages before a conversion, because engines convert some of them to an empty document. */
import { format } from '@protean/formats';
import { findPackageLock } from '@protean/formats/detection/lock.ts';
import type { Refusal } from '@protean/engines/contract/reasons.ts';
import type { RoutePlan } from '../request/route-plan.ts';
import { refused } from './failure.ts';

/**
 * Throws `bad_request` for an encrypted OpenDocument, iWork or EPUB package without a password. An archive may have
 * entries that are not encrypted, so its engine decides.
 */
export async function refuseLocked({ route, file, options }: RoutePlan): Promise<void> {
  const [first] = route.steps;
  if (!first || format(route.source).category === 'archive') return;
  const lock = await findPackageLock(file);
  if (!lock || (lock.feature === undefined && options.password !== undefined)) return;
  const refusal: Refusal =
    lock.feature === undefined
      ? { reason: 'password_required' }
      : { reason: 'unsupported_feature', feature: lock.feature };
  throw refused(first, route, refusal, new Error('the package is encrypted'));
}
