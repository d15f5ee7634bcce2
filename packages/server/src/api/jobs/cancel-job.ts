/** The tool `cancel_job`: stops a job and removes its files (contract §6.6). */
import type { Jobs } from '../../jobs/jobs.ts';
import { jobAnswer, jobIdOf, jobInput, jobOutput } from './job.ts';
import { defineTool, requireAccount, type Tool } from '../../mcp/tool.ts';

const output = jobOutput.pick({ job_id: true, status: true });

const description = `Cancels a job started by convert_file: stops it if it is still running, and deletes its files immediately, including the result of a completed job.
Requires an API key. A cancelled job does not count as a conversion.`;

export function cancelJob({ jobs }: { jobs: Jobs }): Tool {
  return defineTool({
    position: 5,
    name: 'cancel_job',
    title: 'Cancel a job',
    description,
    input: jobInput,
    output,
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    run: async (given, call) => {
      const account = requireAccount(call);
      return jobAnswer(await jobs.cancel(account.id, jobIdOf(given)));
    },
  });
}
