/** Performs the steps of a conversion, and tries other engines and a repair if the file cannot be read. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { format } from '@protean/formats';
import { ServiceError } from '../../errors.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Edge } from '../catalogue/edges.ts';
import type { ConversionContext } from '../request/context.ts';
import { explainMismatch } from '../request/mismatch.ts';
import type { RoutePlan } from '../request/route-plan.ts';
import type { Attempts } from '../result/attempts.ts';
import type { StepsDone } from '../result/steps-done.ts';
import { withDamage } from './damage/damage.ts';
import { damageFoundBy, isSound } from './damage/soundness.ts';
import { fallbackSteps, isOtherContent, isUnreadable, isUnsupported } from './fallback.ts';
import { perform } from './perform.ts';
import type { StepScope } from './step.ts';

interface Recorders {
  scope: StepScope;
  attempts: Attempts;
  done: StepsDone;
}

/** Another way to make the result, after the usual steps have failed. */
interface OtherWay {
  way: 'second_engine' | 'repair';
  steps: readonly Edge[];
}

/**
 * Performs the steps. If the first engine cannot read the file, tries other engines. Does not try other engines if the
 * content contradicts the stated format. If all tried engines fail and the caller asks for a repair, repairs the file
 * and performs the steps again. If all attempts fail, throws the error of the first attempt.
 */
export async function performOrRecover(
  catalogue: Catalogue,
  plan: RoutePlan,
  context: ConversionContext,
  recorders: Recorders,
): Promise<string[]> {
  const { file, route, steps, sourceDeclared: declared, options } = plan;
  const source = format(route.source);
  const repair = catalogue.repair(route.source);
  const lookedInto = path.join(context.dir, 'looked-into');
  const foundInZip = once(async () => repair && damageFoundBy(repair, file, lookedInto, recorders.scope));
  const scope = { ...recorders.scope, isSound: once(() => isSound(file, source, foundInZip)) };
  try {
    return await perform(plan, context.dir, scope, context.onProgress);
  } catch (error) {
    const explained = await explainMismatch(error, { file, source, declared });
    if (explained !== error || !isUnreadable(error, route.source)) throw explained;
    const others = fallbackSteps(catalogue, plan)
      .filter((other) => !other.some(({ forFeatures }) => forFeatures))
      .map((other) => ({ way: 'second_engine', steps: other }) as const);
    const isBroken = !isOtherContent(error) && !isUnsupported(error);
    const mends = repair !== undefined && isBroken && options.salvage === true;
    const mend = mends ? [{ way: 'repair', steps: [repair, ...steps] } as const] : [];
    const made = await firstToSucceed([...others, ...mend], plan, context, { ...recorders, scope }, error);
    if (made) return made;
    if (!isBroken) throw error;
    const asked = options.salvage ? 'failed' : 'possible';
    throw await withDamage(error, {
      ...{ file, fileName: plan.fileName, source, repair: repair ? asked : 'impossible' },
      isDamaged: async () => (await foundInZip()) === 'damaged',
    });
  }
}

/**
 * Tries other ways to make the result one after the other, until one succeeds. Returns the files of the first attempt
 * that succeeds, or undefined if all attempts fail. `error` is the error with which the usual steps failed.
 */
async function firstToSucceed(
  ways: readonly OtherWay[],
  plan: RoutePlan,
  { dir, onProgress }: ConversionContext,
  { scope, attempts, done }: Recorders,
  error: ServiceError,
): Promise<string[] | undefined> {
  // `isOther` means that the file is an intact archive, but its content needs another engine.
  const isOther = isOtherContent(error);
  for (const [n, { way, steps }] of ways.entries()) {
    const own = path.join(dir, `${way}-${n + 1}`);
    done.forget();
    await mkdir(own);
    try {
      const files = await attempts.by(way, async () => {
        const made = await perform({ ...plan, steps }, own, scope, onProgress);
        attempts.converted(steps.at(way === 'repair' ? 1 : 0)?.engine ?? '');
        return made;
      });
      if (way === 'second_engine' && !isOther) scope.onWarning?.({ code: 'second_engine', detail: '' });
      return files;
    } catch (other) {
      if (!(other instanceof ServiceError) || other.status !== 400) throw other;
      if (isOther && !isOtherContent(other)) throw other;
    }
  }
  return undefined;
}

/** Returns a function that runs `work` at its first call. Later calls return the same promise. */
function once<Found>(work: () => Promise<Found>): () => Promise<Found> {
  let found: Promise<Found> | undefined;
  return () => (found ??= work());
}
