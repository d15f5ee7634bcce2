/** What the command line gains in a checkout: the server's own commands, and converting on this machine. */
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
    usage: 'doctor',
    description: 'Shows which engines work, whether the sandbox does, and what is missing.',
    load: async () => (await import('./doctor.ts')).doctor,
  },
  {
    name: 'compile',
    usage: 'compile',
    description: 'Compiles the runners, so that they start sooner; script/setup does it.',
    load: async () => (await import('./compile.ts')).compile,
  },
  {
    name: 'routes',
    usage: 'routes',
    description: 'Prints every declared route with its steps and what it may lose.',
    load: async () => (await import('./routes.ts')).routes,
  },
  {
    name: 'admin',
    usage: 'admin account|key|usage|backup|restore …',
    description:
      'Makes, lists and changes accounts and keys, backs up and restores; `protean admin` shows how.',
    load: async () => (await import('./admin.ts')).admin,
  },
];

/** Loads the engines only when it is called. */
export async function openLocalConverter() {
  return (await import('./local-converter.ts')).openLocalConverter();
}

/** The same for a server of this machine's own. */
export async function openLocalServer() {
  return (await import('./local-server.ts')).openLocalServer();
}
