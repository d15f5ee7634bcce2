/** The job that a path names; a malformed id is 404 like an unknown one. */
import type { FastifyRequest } from 'fastify';
import { ServiceError } from '../errors.ts';

export interface ById {
  Params: { id: string };
}

export function jobIdIn({ params }: FastifyRequest<ById>): string {
  if (/^[0-9a-f-]{36}$/i.test(params.id)) return params.id.toLowerCase();
  throw noSuchJob();
}

export function found<T>(record: T | undefined): T {
  if (record === undefined) throw noSuchJob();
  return record;
}

function noSuchJob(): ServiceError {
  return new ServiceError(
    'not_found',
    'There is no such job, or its time is over. GET /v1/jobs lists yours.',
  );
}
