/** GET /v1/jobs/{id}/events (contract §6.7): a job's changes as Server-Sent Events, until it has ended. */
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Jobs } from '../../jobs/jobs.ts';
import type { JobView } from '../../jobs/record.ts';
import { accountOf } from '../authentication.ts';
import { untilClientLeaves } from '../client.ts';
import { found, jobIdIn, type ById } from '../job-id.ts';
import type { Watching } from '../watching.ts';

/** Proxies close what is silent for longer, and a client that is gone is noticed by it. */
const heartbeatMs = 15_000;

interface JobEventServices {
  jobs: Jobs;
  watching: Watching;
  /** Ends every stream; clients connect anew, elsewhere. */
  closing: AbortSignal;
}

export function addJobEventsRoute(
  server: FastifyInstance,
  url: string,
  { jobs, watching, closing }: JobEventServices,
): void {
  const config = { counted: true, key: 'required', session: true } as const;
  server.get<ById>(url, { config }, async (request, reply) => {
    const [account, id] = [accountOf(request).id, jobIdIn(request)];
    found(await jobs.find(account, id));
    const end = watching.begin(account);
    const over = AbortSignal.any([untilClientLeaves(reply.raw), closing]);
    const events = new Readable({ read: () => {} });
    const beat = setInterval(() => events.push(': still here\n\n'), heartbeatMs);
    const tell = async () => {
      let status: string | undefined;
      for await (const record of jobs.follow(account, id, over)) {
        events.push(eventOf(record, record.status === status ? 'progress' : 'status'));
        status = record.status;
      }
      events.push(null);
    };
    tell()
      .catch((error: unknown) => events.destroy(error as Error))
      .finally(() => {
        clearInterval(beat);
        end();
      });
    return reply
      .headers({
        'Content-Type': 'text/event-stream',
        'Cache-Control': 'no-store',
        'X-Accel-Buffering': 'no',
      })
      .send(events);
  });
}

function eventOf({ status, progress }: JobView, event: 'status' | 'progress'): string {
  return `event: ${event}\ndata: ${JSON.stringify({ status, progress })}\n\n`;
}
