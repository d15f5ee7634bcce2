/** Where things are inside the sandbox; engines name these paths and no others. */

/** The one job's files: `in` is read-only, `out` takes the results, `work` is scratch between two commands. */
export const sandboxPaths = {
  input: '/job/in',
  output: '/job/out',
  work: '/job/work',
  /** Where a waiting box finds what to run; read-only. */
  task: '/job/task',
  script: '/job/task/script',
  /** Our own programs that run inside the box, and the packages they import; read-only. */
  app: '/app',
  node: '/app/node',
  engines: '/app/packages/engines',
  /** Stands for all that the hosts in Node import besides each other. */
  packages: '/app/node_modules',
  /** What Node made of them when they were set up; read-only. */
  compiled: '/app/compiled',
} as const;
