/** The paths inside the sandbox. Engines use paths inside the sandbox instead of paths of the machine. */

/**
 * `input`, `output` and `work` are the folders of the job. `input` is read-only, `output` receives the results, and
 * `work` is the scratch folder that all commands share.
 */
export const sandboxPaths = {
  input: '/job/in',
  output: '/job/out',
  work: '/job/work',
  /**
   * Read-only folder of `script`, the script of the current job. A sandbox that was started in advance waits
   * for a job before it runs the script.
   */
  task: '/job/task',
  script: '/job/task/script',
  /**
   * File with the time that the current job has waited for a processor, in milliseconds. The file does not exist before
   * the job has waited for a processor.
   */
  waited: '/job/task/waited',
  /** The runners and the packages that they import. Read-only. */
  app: '/app',
  node: '/app/node',
  engines: '/app/packages/engines',
  /** Placeholder in a list of mounts for all files outside packages/engines that Node runners import. */
  packages: '/app/node_modules',
  /** Read-only folder with Node's compile cache for the runners. */
  compiled: '/app/compiled',
  /** Fonts that script/setup derives from the installed fonts. Read-only. */
  fonts: '/app/fonts',
  /**
   * Placeholder in a list of mounts for the part of /proc/self that Chromium needs. The sandbox contains no
   * other part of /proc.
   */
  browserProcess: '/proc/self',
} as const;
