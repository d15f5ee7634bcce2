/** Endpoints, checks, cleanup and other functions that a module adds to a running service. */
import type { FastifyInstance } from 'fastify';
import type { ReadinessCheck } from './http/readiness.ts';
import type { GaugeRow } from './http/metrics/gauges.ts';
import type { Tool } from './mcp/tool.ts';
import type { DeletionStep } from './privacy/deletion.ts';

/** Registers endpoints on the server. */
export type Endpoints = (server: FastifyInstance) => void;

export interface Contribution {
  /** Endpoints of processes with the role `api`. */
  endpoints?: Endpoints;
  /** Endpoints that every process serves, whatever its roles. */
  commonEndpoints?: Endpoints;
  tools?: readonly Tool[];
  gauges?: readonly GaugeRow[];
  readiness?: () => Promise<readonly ReadinessCheck[]>;
  /**
   * Additional readiness checks that run only for the operator. These checks are not public, because their results
   * reveal weaknesses of the installation, or because they take too long for a health check.
   */
  operatorReadiness?: () => Promise<readonly ReadinessCheck[]>;
  /** Removes expired rows and files. The server calls this function every minute. */
  sweep?: () => Promise<void>;
  /** Steps to delete an account. The deletion steps of the modules run in the reverse order of the modules. */
  accountDeletion?: readonly DeletionStep[];
  /**
   * Called once the server listens for connections, in the order of the modules. If the promise rejects, the start is
   * aborted.
   */
  start?: () => void | Promise<void>;
  /**
   * Stops accepting work, and resolves when no work is running. After `graceMs` milliseconds, aborts the work that
   * still runs. All modules drain at the same time.
   */
  drain?: (graceMs: number) => Promise<void>;
  /** Called when all modules have drained, or if the start fails. Modules are closed in reverse order. */
  close?: () => void | Promise<void>;
}

/** The contributions of the open modules. */
export class Contributions {
  readonly #all: Contribution[] = [];

  add(contribution: Contribution): void {
    this.#all.push(contribution);
  }

  /** All contributions, in the order of the modules. */
  get all(): readonly Contribution[] {
    return this.#all;
  }

  get tools(): readonly Tool[] {
    return this.#all.flatMap(({ tools = [] }) => tools).sort((a, b) => a.position - b.position);
  }

  get gauges(): readonly GaugeRow[] {
    return this.#all.flatMap(({ gauges = [] }) => gauges);
  }

  async readiness({ forOperator }: { forOperator: boolean }): Promise<readonly ReadinessCheck[]> {
    const all = this.#all.flatMap(({ readiness, operatorReadiness }) =>
      forOperator ? [readiness, operatorReadiness] : [readiness],
    );
    const checks = await Promise.all(all.map(async (check) => (await check?.()) ?? []));
    return checks.flat();
  }

  /**
   * Steps to delete an account. The deletion steps run in the reverse order of the modules, because the rows of a
   * module may refer to rows of earlier modules.
   */
  get accountDeletion(): readonly DeletionStep[] {
    return this.#all.toReversed().flatMap(({ accountDeletion = [] }) => accountDeletion);
  }
}
