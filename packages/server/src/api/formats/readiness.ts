/**
 * Readiness checks of a process. Checks the sandbox and the engines of the process, the worker processes, and the
 * listener through which API processes use the engines of this process.
 */
import type { Conversions } from '../../convert/run/conversions.ts';
import type { ReadinessCheck } from '../../http/readiness.ts';
import type { WorkerDirectory } from '../../workers/directory.ts';
import type { LentEngines } from '../../workers/open.ts';

interface CheckedEngines {
  /** Engines of this process. `local` is undefined if worker processes run the engines. */
  local?: Pick<Conversions, 'catalogue' | 'probe'>;
  directory?: Pick<WorkerDirectory, 'size' | 'catalogue'>;
  /**
   * Listener through which API processes use the engines of this process. `lending` is undefined if this process has no
   * listener for API processes.
   */
  lending?: Pick<LentEngines, 'connections'> | undefined;
}

export const readinessOf = ({ local, directory, lending }: CheckedEngines): ReadinessCheck[] => [
  ...(local ? [checkSandbox(local), checkEngines(local)] : []),
  ...(directory ? [checkWorkers(directory)] : []),
  ...(lending ? [checkChannel(lending.connections)] : []),
];

function checkSandbox({ probe }: Pick<Conversions, 'probe'>): ReadinessCheck {
  const { ok, description, level, blocked } = probe;
  return { part: 'sandbox', ok, says: description, level, held: blocked };
}

function checkEngines({ catalogue }: Pick<Conversions, 'catalogue'>): ReadinessCheck {
  const routes = catalogue.live.all().length;
  const missing = catalogue.engines
    .filter((state) => state.missing.length > 0)
    .map(({ engine }) => engine.id);
  const says = `${routes} routes${missing.length > 0 ? `; not installed: ${missing.join(', ')}` : ''}`;
  return { part: 'engines', ok: routes > 0, says };
}

function checkWorkers({ size, catalogue }: Pick<WorkerDirectory, 'size' | 'catalogue'>): ReadinessCheck {
  const routes = catalogue.live.all().length;
  const says = size === 0 ? 'no worker is running' : `${size} workers, ${routes} routes`;
  return { part: 'workers', ok: size > 0 && routes > 0, says };
}

/**
 * Fails if connections were rejected, or if all connections are in use. A connection is rejected if an API process has
 * another `SECRET_KEY`, or if the connection comes from another program that can reach `WORKER_ADDRESS`.
 */
function checkChannel({ open, max, rejected }: LentEngines['connections']): ReadinessCheck {
  const says = `${open} of ${max} connections; ${rejected} without the key rejected in the last minute`;
  return { part: 'worker_connections', ok: rejected === 0 && open < max, says, optional: true };
}
