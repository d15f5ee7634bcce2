/** The place of the convert tool in a page: what its script starts from, and a plain form where scripts do not run. */
import type { AccountPlan } from '../../accounts/plans.ts';
import { html, type Html } from './html.ts';
import type { View } from './view.ts';

export interface Tool {
  /** Extensions that the form offers as targets. */
  targets: readonly string[];
  /** What is chosen at the beginning. */
  source?: string;
  target?: string;
  /** The limits of the visitor. */
  plan: AccountPlan;
  isPrivate: boolean;
  /** The path of the list of pairs. */
  routesPath: string;
}

const MB = 1024 * 1024;

/** What a page with the tool loads. */
export const toolEntry = 'src/convert/main.tsx';

export function writeTool(view: View, tool: Tool): Html {
  const { targets, source, target, plan, isPrivate, routesPath } = tool;
  const { say, href } = view;
  const limits = { size: Math.floor(plan.maxOpenFileBytes / MB), count: plan.requestsPerMinute };
  return html`<div
      id="convert"
      class="tool"
      data-signed-in="${String(view.isSignedIn)}"
      data-private="${String(isPrivate)}"
      data-max-bytes="${view.isSignedIn || isPrivate ? plan.maxFileBytes : plan.maxOpenFileBytes}"
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
