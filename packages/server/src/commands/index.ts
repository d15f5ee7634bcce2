/** Commands that exist only in a checkout of the repository: the server's commands and local conversion. */
import type { Command } from './command.ts';

export { runCommand } from './run.ts';

export const commands: readonly Command[] = [
  {
    name: 'serve',
    usage: 'serve',
    description: 'Serves on HOST:PORT until SIGTERM or Ctrl-C.',
    load: async () => (await import('./serve.ts')).serve,
  },
  {
    name: 'doctor',
    usage: 'doctor [--security]',
    description:
      'Shows which engines work, whether the sandbox works, and which packages are missing. With --security, compares the installed packages with a list of advisories.',
    load: async () => (await import('./doctor.ts')).doctor,
  },
  {
    name: 'compile',
    usage: 'compile',
    description: 'Compiles the runners, so that they start faster. script/setup runs this command.',
    load: async () => (await import('./compile.ts')).compile,
  },
  {
    name: 'routes',
    usage: 'routes',
    description: 'Prints every declared route with its steps and possible losses.',
    load: async () => (await import('./routes.ts')).routes,
  },
  {
    name: 'admin',
    usage: 'admin account|key|usage|backup|restore …',
    description: 'Manages accounts, keys, backups and restores. `protean admin` lists the operations.',
    load: async () => (await import('./admin.ts')).admin,
  },
];

/** Opens the local converter. The engines are loaded only when this function is first called. */
export async function openLocalConverter(cacheFolder: string) {
  return (await import('./local-converter.ts')).openLocalConverter(cacheFolder);
}

/** Opens a local server. The module `local-server.ts` is loaded only at the first call. */
export async function openLocalServer(signal: AbortSignal) {
  return (await import('./local-server.ts')).openLocalServer(signal);
}
