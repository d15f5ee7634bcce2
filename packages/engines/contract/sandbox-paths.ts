/** The paths inside the sandbox. Engines use these paths instead of paths of the machine. */

/**
 * `input`, `output` and `work` are the folders of the job. `input` is read-only, `output` receives the results, and
 * `work` is the scratch folder that all commands share.
 */
export const sandboxPaths = {
  input: '/job/in',
  output: '/job/out',
  work: '/job/work',
  /**
   * Read-only folder with `script`. A sandbox that is started in advance waits for its job, and then runs this script.
   */
  task: '/job/task',
  script: '/job/task/script',
  /** The runners and the packages that they import. Read-only. */
  app: '/app',
  node: '/app/node',
  engines: '/app/packages/engines',
  /**
   * In a list of mounts, this placeholder is replaced by all files outside packages/engines that Node runners import.
   */
  packages: '/app/node_modules',
  /** Node's compile cache of the runners. Read-only. */
  compiled: '/app/compiled',
  /** Fonts that script/setup derives from the installed fonts. Read-only. */
  fonts: '/app/fonts',
  /**
   * In a list of mounts, a placeholder for the part of /proc/self that Chromium needs. The sandbox contains nothing
   * else of /proc.
   */
  browserProcess: '/proc/self',
} as const;
