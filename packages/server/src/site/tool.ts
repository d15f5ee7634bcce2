/**
 * Writes the convert tool of a page: the initial values for its script, and a plain form for browsers without scripts.
 */
import type { AccountPlan } from '../accounts/plans.ts';
import { html, type Html } from '../pages/html.ts';
import type { PageContext } from '../pages/page-context.ts';

interface Installed {
  isPrivate: boolean;
  sellsPlans: boolean;
  /** Upper bound on the size of a job's input file, in bytes, regardless of the plan. */
  jobFileBytes: number;
}

/** Services that are needed by pages with the convert tool. */
export interface ToolServices extends Installed {
  /** Plan of visitors who are not signed in. */
  plan: AccountPlan;
  /** Returns the path of the current route table. */
  routesPath: () => string;
}

export interface Tool extends Installed {
  /** Extensions that the form offers as targets. */
  targets: readonly string[];
  /** Source and target formats that are selected at first. */
  source?: string;
  target?: string;
  /** If the task is given, the tool offers only this task. */
  task?: Task;
  /** Price plan whose limits apply to the visitor. */
  plan: AccountPlan;
  /** Path of the route table. */
  routesPath: string;
}

/** A task with a fixed target. */
interface Task {
  /** Options that are shown as fields, in this order. */
  options: readonly string[];
  /** Options that are already set. */
  values?: Readonly<Record<string, string>>;
  /**
   * The page starts the task only if at least one of the options in `requires` is set, because the file would otherwise
   * not change.
   */
  requires: readonly string[];
  /** Whether several files are merged into one. */
  combines?: true;
  /** Whether to show the pages of the file, so that the user can choose, reorder and rotate them. */
  showsPages?: true;
  /** The option whose value is the second file, if the user chooses two files. */
  secondFile?: string;
  /** Label of the button that starts the task. */
  action: string;
}

const MB = 1024 * 1024;

/**
 * Maximum size in bytes of a file that is converted directly. A file above this maximum is sent as a resumable upload
 * and converted as a job, if the plan allows the file's size.
 */
const largeBytes = 100 * MB;

/** Source file of the conversion tool, in packages/web. */
export const toolEntry = 'src/convert/main.tsx';

export function writeTool(context: PageContext, tool: Tool): Html {
  const { targets, source, target, task, plan, isPrivate, sellsPlans, jobFileBytes, routesPath } = tool;
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
      data-sells-plans="${String(sellsPlans)}"
      data-max-bytes="${maxBytes}"
      data-direct-bytes="${hasJobs ? Math.min(maxFileBytes, largeBytes) : maxOpenFileBytes}"
      data-routes="${href(routesPath)}"
      data-per-minute="${plan.requestsPerMinute}"
      ${source && html`data-source="${source}"`}
      ${target && html`data-target="${target}"`}
      ${task && html`data-task="${JSON.stringify(task)}"`}
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
        ${Object.entries(task?.values ?? {}).map(
          ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
        )}
        <button class="button solid">${task?.action ?? say('convert')}</button>
      </form>
    </div>
    ${!isPrivate && html`<p class="note limits">${say('limits', limits)}</p>`}`;
}
