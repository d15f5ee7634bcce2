/** The parts of a running service that its modules add. */
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
  /** Endpoints of all processes. */
  commonEndpoints?: Endpoints;
  tools?: readonly Tool[];
  gauges?: readonly GaugeRow[];
  readiness?: () => Promise<readonly ReadinessCheck[]>;
  /**
   * Further checks, made only for the operator because they reveal weaknesses or take longer than a health check may
   * wait.
   */
  operatorReadiness?: () => Promise<readonly ReadinessCheck[]>;
  /** Removes expired rows and files. Called every minute. */
  sweep?: () => Promise<void>;
  /** Steps to delete an account. The steps of the last module run first. */
  accountDeletion?: readonly DeletionStep[];
  /** Called in the order of the modules once the server listens. A rejection aborts the start. */
  start?: () => void | Promise<void>;
  /**
   * Accepts no more work and resolves when none is left. Work that still runs after `graceMs` is aborted. All modules
   * drain at once.
   */
  drain?: (graceMs: number) => Promise<void>;
  /** Called in the reverse order of the modules after all have drained, or if the start fails. */
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

  /** The steps of the last module come first, because a module may use rows of earlier modules. */
  get accountDeletion(): readonly DeletionStep[] {
    return this.#all.toReversed().flatMap(({ accountDeletion = [] }) => accountDeletion);
  }
}
