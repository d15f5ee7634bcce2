/** The paths inside the sandbox. Engines use these and no others. */

/** The files of the job: `in` is read-only, `out` takes the results, `work` is scratch space that commands share. */
export const sandboxPaths = {
  input: '/job/in',
  output: '/job/out',
  work: '/job/work',
  /** Where a waiting sandbox reads its command script; read-only. */
  task: '/job/task',
  script: '/job/task/script',
  /** The runners and the packages they import; read-only. */
  app: '/app',
  node: '/app/node',
  engines: '/app/packages/engines',
  /** As a mount it stands for all that runners in Node import besides each other. */
  packages: '/app/node_modules',
  /** Node's compile cache of the runners; read-only. */
  compiled: '/app/compiled',
  /** Fonts that script/setup derives from the installed ones; read-only. */
  fonts: '/app/fonts',
  /** As a mount it stands for what Chromium looks up of its own process: there is no /proc. */
  browserProcess: '/proc/self',
} as const;
