/**
 * The tool `convert_file`: converts a file. If the conversion takes longer than the maximum wait, it continues as a job
 * (contract §13.7).
 */
import { optionSchemas, type OptionName } from '@protean/engines/contract/options.ts';
import { z } from 'zod';
import type { KnownAccount } from '../../accounts/keys.ts';
import { convertCharged } from '../../charged-conversion.ts';
import type { AnyConverter } from '../../convert/run/any-converter.ts';
import type { ConversionRequest } from '../../convert/request/route-plan.ts';
import type { Workspace } from '../../convert/run/workspace.ts';
import type { GuardedFetch } from '../../egress/outbound.ts';
import { fileTooLarge, ServiceError } from '../../errors.ts';
import type { AdmissionControl } from '../../http/guards/admission.ts';
import { fingerprintOf } from '../conversion/fingerprint.ts';
import { receiveOptionFiles } from '../conversion/option-files.ts';
import { runOnce, type IdempotencyRecord } from '../conversion/idempotency.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { keptMs, type Idempotency } from '../../limits/idempotency.ts';
import { readIdempotencyKey } from '../../limits/idempotency-key.ts';
import type { Quota } from '../../limits/quota.ts';
import type { Uploads } from '../../uploads/uploads.ts';
import { Deadline } from '../../mcp/deadline.ts';
import {
  downloadAnswer,
  linkSeconds,
  storeForDownload,
  type DownloadServices,
} from '../../mcp/result-download.ts';
import { readCall, storeCall, type StoredCall } from '../../mcp/stored-call.ts';
import { toolReport, toolWarnings } from '../conversion/report.ts';
import {
  largestFile,
  receiveFile,
  soleSource,
  sourceArguments,
  type ReceivedSource,
} from '../../mcp/source.ts';
import { defineTool, type Tool, type ToolAnswer, type ToolCall } from '../../mcp/tool.ts';

export interface ConvertFileServices extends DownloadServices {
  converter: AnyConverter;
  workspace: Workspace;
  admission: AdmissionControl;
  quota: Quota;
  idempotency: Idempotency;
  jobs: Jobs;
  outbound: GuardedFetch;
  uploads: Uploads;
  /** Time after which a call continues as a job, in milliseconds. */
  waitMs: number;
  /** Upper bound on the size of a job's input file, regardless of the plan, in bytes. */
  jobFileBytes: number;
}

/** Scope of the agents' idempotency keys, separate from the scopes of the HTTP endpoints. */
const endpoint = '/mcp';

const text = (description: string) => z.string('a text').optional().describe(description);

const input = z.looseObject({
  ...sourceArguments,
  target_format: z.string('a format such as "pdf"'),
  source_format: text('Required with base64_content, otherwise detected.'),
  filename: text('The result is named after it.'),
  options: z
    .record(z.string(), z.unknown(), 'an object, such as { "dpi": 300 }')
    .optional()
    .describe('Any options of the conversion by name. list_options describes them.'),
});

/** Options that the tool lists as its own arguments, because most calls with options need only these common options. */
const commonOptions: readonly OptionName[] = ['quality', 'max_size', 'width', 'height', 'pages', 'password'];

const output = z.object({
  status: z.enum(['completed', 'queued']),
  file_url: z.url().optional(),
  file_name: z.string().optional(),
  size: z.int().optional().describe('In bytes.'),
  duration_ms: z.int().optional(),
  source_format: z.string().optional(),
  target_format: z.string().optional(),
  text: z.string().optional(),
  warnings: toolWarnings,
  report: toolReport,
  job_id: z.string().optional(),
  replayed: z.boolean().optional().describe('Repeats an earlier response.'),
  next: z.string().optional().describe('What to do next.'),
});

type Given = z.output<typeof input>;
type Answer = ToolAnswer<z.output<typeof output>>;

const description = `Converts a file to another format.
Pass exactly one of file_id (from create_upload; for files on your machine), source_url (a public URL) and base64_content with source_format (a few kB of text).
list_conversions lists the target formats of a source, list_options the options of a conversion. Pass common options as arguments, all others in "options".
Returns file_url, which is valid for an hour without a key, and the text itself if it is at most 32 kB. With the status "queued" (after 25 s, or for a large file), pass the job_id to check_job.
A successful conversion counts against the monthly quota.`;

export function convertFile(services: ConvertFileServices): Tool {
  return defineTool({
    position: 1,
    name: 'convert_file',
    title: 'Convert a file',
    description,
    input,
    options: optionSchemas(commonOptions),
    output,
    annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
    run: (given, call) => convertOnce(given, call, services),
  });
}

/** Runs a call. If an account repeats a call with the same `Idempotency-Key`, returns the result of the first call. */
function convertOnce(given: Given, call: ToolCall, services: ConvertFileServices): Promise<Answer> {
  const { account, idempotencyKey } = call;
  const key = account ? readIdempotencyKey(idempotencyKey) : undefined;
  const scope = account && key !== undefined ? { accountId: account.id, endpoint, key } : undefined;
  return runOnce(scope, services.idempotency, (record) => convert(given, call, record, services));
}

async function convert(
  given: Given,
  call: ToolCall,
  record: IdempotencyRecord,
  services: ConvertFileServices,
): Promise<Answer> {
  const { converter, workspace, admission, quota, waitMs } = services;
  const { account, caller, plan, onProgress, onStart } = call;
  const source = soleSource(given);
  const request = requestOf(given);
  // Rejects the call if the queue is full, before any byte of the file is fetched.
  if (!record.isCompleted) converter.checkQueue(caller);
  if (account && !record.isCompleted) await quota.check(account);
  using ticket = admission.admit(caller, largestFile(source, plan.maxFileBytes));
  await using folder = workspace.openConversion();
  using deadline = new Deadline(waitMs, tooSlow(waitMs));
  const signal = AbortSignal.any([call.signal, deadline.signal]);
  const { path: dir, upload: file } = folder;
  const replay = async (fileName: string, sourceUrl?: string) => {
    const stored = await record.replay(() =>
      fingerprintOf(endpoint, { ...request, fileName, file, sourceUrl }),
    );
    return stored && replayed(readCall(stored), services);
  };
  // A file from a URL is identified by its URL, so a replay does not fetch the file again.
  const known = source.from === 'source_url' && (await replay(given.filename ?? '', source.value));
  if (known) return known;
  const optionSources = { uploads: services.uploads, outbound: services.outbound, owner: caller, signal };
  let received: ReceivedSource | undefined;
  try {
    received = await receiveFile(source, {
      file,
      fileName: given.filename,
      maxFileBytes: plan.maxFileBytes,
      withinMs: 2 * waitMs,
      signal,
      outbound: services.outbound,
      uploads: services.uploads,
      owner: caller,
    });
    ticket.received(received.size);
    const earlier = source.from !== 'source_url' && (await replay(received.fileName));
    if (earlier) return earlier;
    if (received.size > plan.maxFileBytes) throw fileTooLarge(plan.maxFileBytes);
    onProgress(0);
    const keepMs = linkSeconds * 1000 + (record.hasKey ? keptMs : 0);
    const options = await receiveOptionFiles(request.options, `${file}-option`, optionSources);
    return await convertCharged(services, {
      request: { ...request, options, fileName: received.fileName },
      file,
      account,
      context: { dir, signal, caller, account: account?.id, onProgress, onStart, requestId: call.requestId },
      respond: (conversion) =>
        storeForDownload(conversion, { accountId: account?.id ?? null, keepMs }, services),
      record,
    });
  } catch (error) {
    const isLate = deadline.signal.aborted && !call.signal.aborted;
    const isForJobs = isLate || (isTooLarge(error) && source.from !== 'base64_content');
    if (!account || !isForJobs) throw isLate ? deadline.signal.reason : error;
    const fileName = received?.fileName ?? given.filename ?? '';
    const sent = received ? { file } : { sourceUrl: source.value };
    const sources = { ...optionSources, signal: call.signal };
    const options = await receiveOptionFiles(request.options, `${file}-option`, sources);
    return await continueAsJob({ ...request, ...sent, options, fileName }, account, record, services);
  }
}

type JobSubmission = ConversionRequest & ({ file: string } | { sourceUrl: string });

async function continueAsJob(
  submission: JobSubmission,
  account: KnownAccount,
  record: IdempotencyRecord,
  { jobs, jobFileBytes }: ConvertFileServices,
): Promise<Answer> {
  const maxFileBytes = Math.min(account.plan.maxJobFileBytes, jobFileBytes);
  const { target } = submission;
  const id = await jobs.submit({ ...submission, account, maxFileBytes }, (jobId, db) =>
    record.store(storeCall({ job: { id: jobId, target } }), db),
  );
  return jobAnswer(id, target);
}

function jobAnswer(id: string, target: string): Answer {
  const next = `The conversion is still running. Call check_job with the job_id "${id}"; it waits for the end.`;
  return { structured: { status: 'queued', job_id: id, target_format: target, next } };
}

function replayed(call: StoredCall, services: ConvertFileServices): Answer {
  const answer: Answer =
    'job' in call ? jobAnswer(call.job.id, call.job.target) : downloadAnswer(call.result, services);
  return { ...answer, structured: { ...answer.structured, replayed: true } };
}

/**
 * Returns the conversion that a call requests. Unknown arguments are conversion options, like the options in the
 * argument "options". Throws `bad_request` if an option is given in both ways, or if the source format is missing.
 */
function requestOf(given: Given): Omit<ConversionRequest, 'fileName'> {
  const { target_format: target, source_format: source, options = {} } = given;
  if (given.base64_content !== undefined && !source) throw sourceFormatMissing();
  const others = Object.fromEntries(
    Object.entries(given).filter(([name]) => !Object.hasOwn(input.shape, name)),
  );
  const twice = Object.keys(options).find((name) => Object.hasOwn(others, name));
  if (twice !== undefined) throw givenTwice(twice);
  return { target, source, options: { ...others, ...options } };
}

function givenTwice(name: string): ServiceError {
  const field = name.slice(0, 60);
  return new ServiceError(
    'bad_request',
    `The option "${field}" is given twice: as an argument, and in the argument "options". Remove one of them.`,
    { details: { field } },
  );
}

const isTooLarge = (error: unknown) => error instanceof ServiceError && error.code === 'file_too_large';

function sourceFormatMissing(): ServiceError {
  return new ServiceError(
    'bad_request',
    'With "base64_content", specify the source format in the argument "source_format", such as "docx".',
    { details: { field: 'source_format' } },
  );
}

/** Error for a call that timed out and cannot continue as a job. */
function tooSlow(waitMs: number): ServiceError {
  return new ServiceError(
    'service_unavailable',
    `The conversion took longer than ${waitMs / 1000} s and was stopped. With an API key it would continue as a job. POST /v1/keys/free gives a free key.`,
    { details: { reason: 'timeout' } },
  );
}
