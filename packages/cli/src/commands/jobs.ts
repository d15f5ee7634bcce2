/** `protean jobs`: lists, shows, awaits, downloads and cancels jobs, and lists their webhook deliveries. */
import path from 'node:path';
import type { Delivery, Job } from '@protean/client';
import type { Run } from '../command.ts';
import { CommandError, exitStatus, usageError, type ExitStatus } from '../exit-status.ts';
import { openClient } from '../open-converter.ts';
import { placeOf } from '../files/open-folder.ts';
import { placeResult } from '../files/place-result.ts';
import { print, printJson } from '../terminal.ts';

export const jobs: Run = async (context) => {
  const { args, signal } = context;
  const [action = 'list', id, more] = args.positionals;
  if (more !== undefined) throw usageError(`Unexpected argument: ${more}.`);
  const { client } = await openClient(context);
  const json = args.flags.has('json');
  const show = (job: Job): ExitStatus => {
    if (json) printJson(job);
    else print(lineOf(job));
    return job.status === 'failed' ? exitStatus.failed : exitStatus.ok;
  };
  if (action === 'list') {
    const page = await client.jobs.list({ limit: 20, signal });
    for (const job of page.jobs) show(job);
    return exitStatus.ok;
  }
  if (!['show', 'wait', 'fetch', 'cancel', 'deliveries'].includes(action)) {
    throw usageError(
      `Unknown action ${action}. Use \`protean jobs\` with list, show, wait, fetch, cancel or deliveries.`,
    );
  }
  if (id === undefined) throw usageError(`Specify the job: \`protean jobs ${action} ID\`.`);
  if (action === 'show') return show(await client.jobs.get(id, { signal }));
  if (action === 'cancel') return show(await client.jobs.cancel(id, { signal }));
  if (action === 'deliveries') {
    for (const delivery of await client.jobs.deliveries(id, { signal })) {
      if (json) printJson(delivery);
      else deliveryRows(delivery).forEach(print);
    }
    return exitStatus.ok;
  }
  const job = await client.jobs.wait(id, { signal });
  if (action === 'wait') return show(job);
  if (job.error) throw new CommandError(job.error.message);
  const result = await client.jobs.download(job, { signal });
  const { fileName } = result;
  const place = placeOf(args.flags.get('out') ?? ownName(fileName));
  const { output } = await placeResult(
    place,
    args.flags.has('force') ? 'replace' : 'refuse',
    async (partial) => {
      await result.save(partial);
      return { fileName };
    },
  );
  print(output);
  return exitStatus.ok;
};

/**
 * Returns a safe file name for a result. Removes folders and leading dots from the name that the server sends, so that
 * the file is never hidden or written to another folder.
 */
const ownName = (fileName: string) => path.basename(fileName).replace(/^\.+/, '') || 'converted';

function lineOf({
  job_id: id,
  status,
  progress,
  source_format: from,
  target_format: to,
  created_at: at,
  error,
}: Job): string {
  const state = status === 'processing' ? `${status} ${progress}%` : status;
  return `${id}  ${state.padEnd(14)} ${from ?? '?'} → ${to}  ${at}${error ? `  ${error.message}` : ''}`;
}

/** Returns one line for the delivery, followed by one line for each attempt. */
function deliveryRows({
  delivery_id: id,
  event,
  state,
  url,
  attempts,
  next_attempt_at: next,
}: Delivery): string[] {
  return [
    `${id}  ${event}  ${state}  ${url ?? '(no address)'}${next === null ? '' : `  next ${next}`}`,
    ...attempts.map(
      ({ at, status, error, duration_ms: ms }) => `  ${at}  ${error ?? `HTTP ${status}`}  ${ms} ms`,
    ),
  ];
}
