/** The place of the convert tool in a page: what its script starts from, and a plain form where scripts do not run. */
import type { AccountPlan } from '../accounts/plans.ts';
import { html, type Html } from '../pages/html.ts';
import type { PageContext } from '../pages/page-context.ts';

export interface Tool {
  /** Extensions that the form offers as targets. */
  targets: readonly string[];
  /** What is chosen at the beginning. */
  source?: string;
  target?: string;
  /** The limits of the visitor. */
  plan: AccountPlan;
  isPrivate: boolean;
  /** Largest file of a job whatever the plan, in bytes. */
  jobFileBytes: number;
  /** The path of the list of pairs. */
  routesPath: string;
}

const MB = 1024 * 1024;

/** Above it a file is sent by a resumable upload and converted as a job, where the plan allows it both ways. */
const largeBytes = 100 * MB;

/** What a page with the tool loads. */
export const toolEntry = 'src/convert/main.tsx';

export function writeTool(context: PageContext, tool: Tool): Html {
  const { targets, source, target, plan, isPrivate, jobFileBytes, routesPath } = tool;
  const { say, href } = context;
  const hasJobs = context.isSignedIn || isPrivate;
  const { maxFileBytes, maxOpenFileBytes, maxJobFileBytes } = plan;
  const maxBytes = hasJobs
    ? Math.max(maxFileBytes, Math.min(maxJobFileBytes, jobFileBytes))
    : maxOpenFileBytes;
  const limits = { size: Math.floor(maxBytes / MB), count: plan.requestsPerMinute };
  return html`<div
      id="convert"
      class="tool"
      data-signed-in="${String(context.isSignedIn)}"
      data-private="${String(isPrivate)}"
      data-max-bytes="${maxBytes}"
      data-direct-bytes="${hasJobs ? Math.min(maxFileBytes, largeBytes) : maxOpenFileBytes}"
      data-routes="${href(routesPath)}"
      data-per-minute="${plan.requestsPerMinute}"
      ${source && html`data-source="${source}"`}
      ${target && html`data-target="${target}"`}
    >
      <form
        class="plain-form stack"
        action="${href('/api/convert')}"
        method="post"
        enctype="multipart/form-data"
      >
        <div>
          <label class="label" for="plain-file">${say('choose_files')}</label
          ><input id="plain-file" class="field" type="file" name="file" required />
        </div>
        <div>
          <label class="label" for="plain-target">${say('convert_to')}</label
          ><select id="plain-target" class="field" name="target">
            ${targets.map((ext) => html`<option${ext === target && html` selected`}>${ext}</option>`)}
          </select>
        </div>
        <button class="button solid">${say('convert')}</button>
      </form>
    </div>
    ${!isPrivate && html`<p class="note limits">${say('limits', limits)}</p>`}`;
}
