/** Runs `protean admin` as an operator would, and returns its output. */
import { run } from '../../samples/run.ts';
import { protean } from './service.ts';

/**
 * Runs `protean admin` with `args` and `--json`. `env` contains the settings of a service. Returns the parsed output,
 * or rejects with the error messages of the command if it fails.
 */
export async function admin<Body>(env: Record<string, string>, ...args: readonly string[]): Promise<Body> {
  const { stdout } = await run(protean, ['admin', ...args, '--json'], { env });
  return JSON.parse(stdout.toString()) as Body;
}

export interface MadeAccount {
  account_id: string;
  api_key: string;
}

export const makeAccount = (env: Record<string, string>, email: string, plan: string): Promise<MadeAccount> =>
  admin(env, 'account', 'create', '--email', email, '--plan', plan);
