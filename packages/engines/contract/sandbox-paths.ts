/** The paths inside the sandbox. Engines use these and no others. */

/** The files of the job: `in` is read-only, `out` takes the results, and commands share the scratch space `work`. */
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
  /** As a mount, it represents all files outside packages/engines that runners in Node import. */
  packages: '/app/node_modules',
  /** Node's compile cache of the runners; read-only. */
  compiled: '/app/compiled',
  /** Fonts that script/setup derives from the installed ones; read-only. */
  fonts: '/app/fonts',
  /**
   * As a mount, it represents the information about its own process that Chromium needs, because the sandbox has no
   * /proc.
   */
  browserProcess: '/proc/self',
} as const;
