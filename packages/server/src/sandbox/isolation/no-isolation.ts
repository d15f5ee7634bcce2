/** Isolation level `none`: a program runs in the job's folder with an empty environment, and dies with the server. */
import path from 'node:path';
import { environmentArguments, filterFd, infoFd, type LaunchPlan } from './launch-plan.ts';
import { sandboxPaths } from '@protean/engines/contract/sandbox-paths.ts';

/** Returns the folder that is used instead of the private /tmp. */
export const tempFolderOf = ({ folders }: Pick<LaunchPlan, 'folders'>) => path.join(folders.work, 'tmp');

/**
 * Runs `plan.argv` in a separate process group. Reports the negative id of the process group, as used by kill(2),
 * instead of the id of the first process.
 */
export function unisolatedCommand(plan: LaunchPlan): string[] {
  const env = environmentArguments(plan.env);
  const report = `echo "{\\"child-pid\\": -$$}" >&${infoFd} && exec ${infoFd}>&- ${filterFd}<&-`;
  return [
    ...['/usr/bin/setpriv', '--pdeathsig', 'KILL', '--no-new-privs', '/usr/bin/setsid'],
    ...['/bin/sh', '-c', `${report} && mkdir -m 700 "$1" && cd "$1/.." && shift && exec "$@"`, 'sh'],
    ...[tempFolderOf(plan), '/usr/bin/env', '-i'],
    ...[...env, ...plan.argv].map((word) => hostPaths(word, plan)),
  ];
}

/** Replaces sandbox paths in `text` with the paths of the same files on the host. */
export function hostPaths(text: string, plan: Pick<LaunchPlan, 'folders' | 'task' | 'sources'>): string {
  const { folders, task, sources } = plan;
  const translations: Readonly<Record<string, string>> = {
    [sandboxPaths.input]: folders.input,
    [sandboxPaths.output]: folders.output,
    [sandboxPaths.work]: folders.work,
    [sandboxPaths.task]: task,
    [sandboxPaths.node]: sources.node,
    [sandboxPaths.app]: sources.root,
    '/tmp': tempFolderOf(plan),
  };
  // A match must begin at the start of a path and end at the end of a name. For example, `/tmp` is replaced in
  // `/tmp/a`, but not in `/srv/tmp` or `/tmpl`.
  return text.replace(
    /(?<![\w.\-/])(?:\/job\/(?:in|out|work|task)|\/app\/node|\/app|\/tmp)(?![\w.-])/g,
    (found) => translations[found] ?? found,
  );
}
