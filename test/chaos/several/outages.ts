/**
 * The outages that the test causes in a service on several machines. Each row defines how the outage begins, how many
 * seconds it lasts, and how it ends.
 */
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Cluster } from './cluster.ts';
import type { Member } from './member.ts';

export interface Outage {
  what: string;
  seconds: number;
  begin(cluster: Cluster): Promise<void> | void;
  /** Ends the outage. Resolves when the affected part of the cluster runs again. */
  end(cluster: Cluster): Promise<void> | void;
  /** If true, a client that repeats failed requests once does not notice the outage. */
  isHidden?: boolean;
}

export const outages: readonly Outage[] = [
  killed('a worker is killed', ({ workers }) => workers[0]),
  killed('another worker is killed', ({ workers }) => workers[1]),
  killed('an api process is killed', ({ apis }) => apis[0]),
  {
    what: 'a worker hangs',
    seconds: 20,
    begin: ({ workers }) => workers[1].signal('SIGSTOP'),
    end: ({ workers }) => workers[1].signal('SIGCONT'),
  },
  {
    what: 'PostgreSQL is stopped',
    seconds: 10,
    begin: ({ postgres }) => postgres.stop(),
    end: ({ postgres }) => postgres.start(),
  },
  {
    what: 'connections to PostgreSQL stall',
    seconds: 8,
    begin: ({ databaseLink }) => databaseLink.stall(),
    end: ({ databaseLink }) => databaseLink.resume(),
  },
  {
    what: 'Redis is gone',
    seconds: 10,
    isHidden: true,
    begin: ({ redis }) => redis.signal('SIGKILL'),
    end: ({ redis }) => redis.start(),
  },
  {
    what: 'Redis does not answer',
    seconds: 10,
    isHidden: true,
    begin: ({ redis }) => redis.signal('SIGSTOP'),
    end: ({ redis }) => redis.signal('SIGCONT'),
  },
  bucketWith('the bucket delays each call by a second', { delayMs: 1_000 }),
  bucketWith('the bucket fails one call in five', { failOneIn: 5 }),
  bucketWith('the bucket does not answer', { away: true }),
  {
    what: 'the disk of a worker is full',
    seconds: 10,
    begin: ({ smallDisk }) => fill(path.join(smallDisk, 'full')),
    end: ({ smallDisk }) => rm(path.join(smallDisk, 'full')),
  },
  {
    what: 'all processes are restarted, one after the other',
    seconds: 0,
    isHidden: true,
    begin: async ({ apis, workers }) => {
      for (const member of [...workers, ...apis]) {
        await member.end('SIGTERM');
        await member.start();
      }
    },
    end: () => {},
  },
];

function killed(what: string, which: (cluster: Cluster) => Member): Outage {
  return {
    what,
    seconds: 3,
    begin: (cluster) => which(cluster).end('SIGKILL'),
    end: (cluster) => which(cluster).start(),
  };
}

function bucketWith(what: string, fault: Cluster['bucket']['fault']): Outage {
  return {
    what,
    seconds: 10,
    begin: ({ bucket }) => {
      bucket.fault = fault;
    },
    end: ({ bucket }) => {
      bucket.fault = {};
    },
  };
}

/** Writes until the disk is full. */
async function fill(file: string): Promise<void> {
  const megabytes = Buffer.alloc(4 << 20);
  for (;;) {
    try {
      await writeFile(file, megabytes, { flag: 'a' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return;
      throw error;
    }
  }
}
