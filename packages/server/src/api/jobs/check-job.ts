/** The tool `check_job`: waits for a job to end, up to a limit, and returns its progress (contract §13.7). */
import { z } from 'zod';
import type { Jobs } from '../../jobs/jobs.ts';
import type { JobResource } from '../../jobs/record.ts';
import type { Watching } from '../../http/guards/watching.ts';
import { linkSeconds } from '../../mcp/result-download.ts';
import { jobAnswer, jobIdOf, jobInput, jobOutput } from './job.ts';
import { defineTool, requireAccount, type Tool } from '../../mcp/tool.ts';

export interface CheckJobServices {
  jobs: Jobs;
  watching: Watching;
  /** Signal that aborts when the server drains. When the signal aborts, waiting calls return the current state. */
  draining: AbortSignal;
}

/**
 * Maximum wait of one call, in milliseconds. Agents cannot wait by themselves and would otherwise poll in a tight loop.
 */
const waitMs = 15_000;

const input = jobInput.extend({
  report: z.boolean('true or false').optional().describe('Whether to include the report.'),
});

const description = `Returns the progress of a job started by convert_file, and the link to its result once it is completed. Waits up to 15 seconds for the end, so call it again immediately while the status is "queued" or "processing".
Requires an API key. Does not count as a conversion.`;

export function checkJob({ jobs, watching, draining }: CheckJobServices): Tool {
  return defineTool({
    position: 4,
    name: 'check_job',
    title: 'Check a job',
    description,
    input,
    output: jobOutput,
    annotations: { readOnlyHint: true, openWorldHint: false },
    run: async (given, call) => {
      const { id: accountId } = requireAccount(call);
      const id = jobIdOf(given);
      const end = watching.begin(accountId);
      try {
        const until = AbortSignal.any([call.signal, draining, AbortSignal.timeout(waitMs)]);
        let last: JobResource | undefined;
        for await (const job of jobs.follow(accountId, id, until, linkSeconds)) {
          call.onProgress(job.progress / 100);
          last = job;
        }
        return jobAnswer(last, given.report);
      } finally {
        end();
      }
    },
  });
}
