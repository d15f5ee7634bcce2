/** The paths inside the sandbox. Engines use only these paths. */

/**
 * The job's folders: `in` is read-only, `out` receives the results, and `work` is the scratch folder of all commands.
 */
export const sandboxPaths = {
  input: '/job/in',
  output: '/job/out',
  work: '/job/work',
  /** Script from which a waiting sandbox reads its commands. Read-only. */
  task: '/job/task',
  script: '/job/task/script',
  /** The runners and the packages they import; read-only. */
  app: '/app',
  node: '/app/node',
  engines: '/app/packages/engines',
  /** In a list of mounts, this path represents all files outside packages/engines that Node runners import. */
  packages: '/app/node_modules',
  /** Node's compile cache of the runners; read-only. */
  compiled: '/app/compiled',
  /** Fonts that script/setup derives from the installed fonts; read-only. */
  fonts: '/app/fonts',
  /**
   * In a list of mounts, this path represents the information that Chromium needs about its own process. The sandbox
   * itself has no /proc.
   */
  browserProcess: '/proc/self',
} as const;
