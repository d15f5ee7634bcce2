/**
 * Merges several files into one file, in the order in which they were sent. Converts each file to a common format that
 * an engine can merge. Merges the converted files, and converts the merged file to the target (contract §3.12).
 */
import { namesAdvice } from '@protean/formats/nearest.ts';
import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { format, formatNamed, stemOf } from '@protean/formats';
import { isRequestOption, type OptionName } from '@protean/engines/contract/options.ts';
import { pdfOptionRows } from '@protean/engines/contract/pdf/pdf-options.ts';
import { pdfPageOptionRows } from '@protean/engines/contract/pdf/pdf-page-options.ts';
import type { Trait } from '@protean/formats/format.ts';
import { ServiceError } from '../../errors.ts';
import { mapSome } from '../../kit/concurrency/map-some.ts';
import type { AnyConverter } from '../run/any-converter.ts';
import type { ConversionResult } from '../result/conversion-result.ts';
import type { ConversionContext } from '../request/context.ts';
import { distinctName } from '../result/distinct-name.ts';
import { readRequestOption } from '../request/options.ts';
import { checkTarget, isOfEachFile, type ConversionRequest } from '../request/route-plan.ts';
import { statementOf, type ReportedFile, type StepReport } from '../result/report.ts';
import type { Warning } from '../result/warnings.ts';

/** A file to merge, on disk. */
export interface CombinedFile {
  /** Name given by the caller, with folders. The name may be empty. */
  name: string;
  file: string;
}

type Combiner = Pick<
  AnyConverter,
  'plan' | 'planPart' | 'optionsOf' | 'convert' | 'convertPart' | 'combine' | 'pack' | 'now' | 'reporter'
>;

/**
 * Maximum number of concurrent conversions per request, so that a request with 100 small files does not take every
 * slot.
 */
export const filesAtOnce = 4;

type CombineRequest = Omit<ConversionRequest, 'fileName'>;

/** The file that results from joining the sources, the executed steps, and a row of the report for each source. */
interface Joined {
  file: string;
  sources: readonly string[];
  loses: readonly Trait[];
  warnings: readonly Warning[];
  steps: readonly StepReport[];
  files: readonly ReportedFile[];
}

/** Targets of a merge, each with the format in which the files are joined. A zip can contain files of any format. */
const combinations: Readonly<Record<string, string>> = {
  ...{ pdf: 'pdf', tiff: 'tiff', gif: 'gif', xlsx: 'xlsx' },
  ...{ wav: 'wav', flac: 'wav', mp3: 'wav', mkv: 'mkv', mp4: 'mkv' },
  ...Object.fromEntries(
    ['zip', '7z', 'tar', 'tar.gz', 'tar.bz2', 'tar.xz', 'tar.zst', 'tar.lz4', 'cbz'].map((ext) => [
      ext,
      'zip',
    ]),
  ),
};

/** Formats into which several files can be merged. */
export const combinableTargets: readonly string[] = Object.keys(combinations);

/**
 * Options that apply to the joined result. The options that are not in this list apply to each file. Page numbers and
 * stamps must cover all pages of the result. Joining changes metadata and structure, so the conversion to PDF/A comes
 * last.
 */
const ofTheWhole: readonly OptionName[] = [
  ...(['max_size', 'new_password', 'permissions', 'pdfa', 'strip_metadata'] as const),
  ...(Object.keys(pdfOptionRows) as (keyof typeof pdfOptionRows)[]),
  ...(Object.keys(pdfPageOptionRows) as (keyof typeof pdfPageOptionRows)[]),
];

/**
 * Returns the target of the merge. `through` is the format in which files for this target are joined. Throws
 * `bad_request` if files cannot be merged into the target.
 */
export function combinationOf(request: Pick<CombineRequest, 'target'>): { target: string; through: string } {
  checkTarget(request);
  const target = formatNamed(request.target)?.ext ?? request.target.slice(0, 20);
  const through = combinations[target];
  if (through !== undefined) return { target, through };
  const allowed = combinableTargets;
  throw new ServiceError(
    'bad_request',
    `Several files cannot be merged into ${target}. ${namesAdvice(target, allowed, 'With "combine" the target must be one of')}`,
    { details: { field: 'combine', allowed } },
  );
}

/**
 * Merges the files into one result. Throws the error of the first file that fails, prefixed with the file's name. The
 * files to merge are in the folder of `context`.
 */
export async function combineFiles(
  converter: Combiner,
  request: CombineRequest,
  files: readonly CombinedFile[],
  context: ConversionContext,
): Promise<ConversionResult> {
  const began = converter.now();
  const { target, through } = combinationOf(request);
  const ofResult = converter.optionsOf(through, target);
  const lastOptions = target === through ? ofResult.filter((name) => ofTheWhole.includes(name)) : ofResult;
  const isLast = (name: string) => lastOptions.some((taken) => taken === name);
  const everywhere = pick(request.options, isOfEachFile);
  const isOwn = (name: string) => !isRequestOption(name) && !isLast(name);
  const last = pick(request.options, isLast);
  const own = pick(request.options, isOwn);
  const ofParts = { ...request, target: through, options: { ...own, ...everywhere } };
  const joined = await (through === 'zip' ? packed : joinConverted)(converter, ofParts, files, context);
  const fileName = `combined.${through}`;
  const made =
    target === through && Object.keys(last).length === 0
      ? await asJoined(joined.file, fileName, target)
      : await converter.convert(
          await converter.plan(
            { fileName, source: through, target, options: { ...last, ...everywhere } },
            joined.file,
          ),
          context,
        );
  const sources = new Set(joined.sources);
  const [source = target] = sources;
  const ms = Math.round(converter.now() - began);
  const route = {
    source: sources.size === 1 ? source : 'mixed',
    target,
    loses: [...new Set([...joined.loses, ...made.route.loses])],
  };
  const warnings = [...joined.warnings, ...made.warnings];
  const conversion: ConversionResult = { ...made, ms, route, warnings };
  if (!context.report && !readRequestOption(request.options, 'report')) return conversion;
  const whole = {
    ...{ source: route.source, target, files: joined.files, warnings, options: { ...own, ...last } },
    steps: [...joined.steps, ...(made.report?.steps ?? [])],
    lost: [...joined.loses, ...(made.report?.lost ?? [])],
  };
  return {
    ...conversion,
    report: await converter.reporter.ofSeveral(whole, made.file, made.report?.result.facts),
  };
}

function pick(options: CombineRequest['options'], isWanted: (name: string) => boolean) {
  return Object.fromEntries(Object.entries(options).filter(([name]) => isWanted(name)));
}

async function asJoined(file: string, fileName: string, target: string): Promise<ConversionResult> {
  const { mime } = format(target);
  const route = { source: target, target, loses: [] };
  return { file, fileName, mime, size: (await stat(file)).size, ms: 0, route, warnings: [] };
}

/** Packs the files into a zip unchanged. */
async function packed(
  converter: Combiner,
  { options }: CombineRequest,
  files: readonly CombinedFile[],
  context: ConversionContext,
): Promise<Joined> {
  checkTaken(options, []);
  const taken = new Set<string>();
  const named = files.map(({ name, file }) => ({ name: distinctName(name || 'file', taken), file }));
  const outcomes = await Promise.all(files.map((one) => reported(one, [], 0)));
  const file = await converter.pack(named, context);
  return { file, sources: [], loses: [], warnings: [], steps: [], files: outcomes };
}

/** Converts each file to the format in which the files are joined, and joins them. */
async function joinConverted(
  converter: Combiner,
  request: CombineRequest,
  files: readonly CombinedFile[],
  context: ConversionContext,
): Promise<Joined> {
  const plans = [];
  for (const { name, file } of files) {
    const plan = converter.planPart({ ...request, fileName: path.posix.basename(name) }, file);
    plans.push(await plan.catch(naming(name)));
  }
  checkTaken(
    request.options,
    plans.flatMap((plan) => plan?.route.options ?? []),
  );
  let done = 0;
  const parts = await mapSome(plans, filesAtOnce, async (plan, n) => {
    const { name, file } = files[n] ?? { name: '', file: '' };
    const began = converter.now();
    const dir = path.join(context.dir, `converted-${n + 1}`);
    await mkdir(dir);
    const ofPart = { ...context, dir, mayWaitInFullQueue: n > 0, onProgress: undefined };
    const made = plan && (await converter.convertPart(plan, ofPart).catch(naming(name)));
    const ms = converter.now() - began;
    done += 1;
    context.onFile?.('converted');
    context.onProgress?.(done / (files.length + 1));
    return {
      files: made?.files ?? [file],
      warnings: made?.warnings ?? [],
      steps: made?.steps ?? [],
      outcome: await reported({ name, file }, plan?.route.loses ?? [], plan ? ms : 0),
    };
  });
  const sources = plans.map((plan) => plan?.route.source ?? request.target);
  const titled = parts.flatMap((made, n) =>
    made.files.map((file) => ({ file, title: titleOf(files[n]?.name ?? '') })),
  );
  const [only] = titled;
  const {
    file,
    warnings,
    steps: joining,
  } = only && titled.length === 1
    ? { file: only.file, warnings: [], steps: [] }
    : await converter.combine(
        request.target,
        { files: titled.map((part) => part.file), titles: titled.map(({ title }) => title) },
        context,
      );
  return {
    ...{ file, sources },
    loses: plans.flatMap((plan) => plan?.route.loses ?? []),
    warnings: [...parts.flatMap((part) => part.warnings), ...warnings],
    steps: [...parts.flatMap(({ steps }) => steps), ...joining],
    files: parts.map(({ outcome }) => outcome),
  };
}

async function reported(
  { name, file }: CombinedFile,
  lost: readonly Trait[],
  ms: number,
): Promise<ReportedFile> {
  return { name, status: 'completed', lost: [...lost], ms: Math.round(ms), source: await statementOf(file) };
}

/** Returns a file's name without folders and extension. */
const titleOf = (name: string) => stemOf(path.posix.basename(name.replaceAll('\\', '/'))).slice(0, 200);

/** Throws `bad_request` for an option that none of the files' routes accepts. */
function checkTaken(options: CombineRequest['options'], taken: readonly string[]): void {
  const field = Object.keys(options).find((name) => !isOfEachFile(name) && !taken.includes(name));
  if (field === undefined) return;
  const allowed = [...new Set(taken)];
  throw new ServiceError(
    'bad_request',
    `The option "${field.slice(0, 40)}" does not apply to these files. ${allowed.length > 0 ? `They take: ${allowed.join(', ')}.` : 'They take no options.'}`,
    { details: { field, allowed } },
  );
}

/** Returns an error handler that throws the error again, prefixed with the file's name. */
function naming(name: string) {
  return (error: unknown): never => {
    if (!(error instanceof ServiceError) || name === '') throw error;
    throw error.forFile(name);
  };
}
