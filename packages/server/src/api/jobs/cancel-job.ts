/** The tool `cancel_job`: stops a job and removes its files (contract §6.6). */
import type { Jobs } from '../../jobs/jobs.ts';
import { jobAnswer, jobIdOf, jobInput, jobOutput } from './job.ts';
import { defineTool, requireAccount, type Tool } from '../../mcp/tool.ts';

const description = `Cancels a job that convert_file began: stops it if it has not ended, and removes its files at once, also the result of one that was completed.
Needs an API key; only the account's own jobs are found. A cancelled job costs no conversion.`;

export function cancelJob({ jobs }: { jobs: Jobs }): Tool {
  return defineTool({
    position: 5,
    name: 'cancel_job',
    title: 'Cancel a job',
    description,
    input: jobInput,
    output: jobOutput,
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    run: async (given, call) => {
      const account = requireAccount(call);
      return jobAnswer(await jobs.cancel(account.id, jobIdOf(given)));
    },
  });
}
