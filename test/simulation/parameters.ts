/** What is simulated: each constant with its unit and where its default was measured, all of them arguments of the script. */

export interface JobClass {
  /** Share of the jobs of small accounts. */
  share: number;
  /** Milliseconds of one place of a worker. */
  medianMs: number;
}

export interface Parameters {
  seed: number;
  /** Worker machines of one database, and how many jobs each runs at once. */
  machines: number;
  places: number;
  /** Of the database. */
  cores: number;
  /** Milliseconds of a core for each transaction, that of the process that asks included. */
  enqueueMs: number;
  claimMs: number;
  /** For each job of a claim besides. */
  claimedMs: number;
  finishMs: number;
  /** One of the statements that each process makes by the clock: heartbeats, looking for lost claims and abandoned jobs. */
  standingMs: number;
  classes: Readonly<Record<'data' | 'picture' | 'document' | 'media', JobClass>>;
  /** How far job times are spread, as the deviation of their logarithm. */
  sigma: number;
  /** Places that small accounts keep busy on average, as a share. */
  load: number;
  smallAccounts: number;
  /** How many seconds of all places one account queues at once, at a third of the time. */
  floodSeconds: number;
  /** For so long after a claim that found nothing a worker does not follow calls that jobs were queued; 0: it follows all. */
  quietMs: number;
  /** Of the machines, lost at two thirds of the time. */
  lost: number;
  /** Of the lost, those that go on working unheard, instead of being dead. */
  unheard: number;
  seconds: number;
}

/** How long a heartbeat counts, how often it comes, and how often workers look at the database by themselves. */
export const leaseMs = 15_000;
export const pollEveryMs = 1_000;
/** Heartbeats, sweeps of leases, and of each poll what looks for lost claims and abandoned jobs: statements per second. */
export const standingPerSecond = 1 / 5 + 1 / 2 + 2;

export const defaults: Parameters = {
  ...{ seed: 1, machines: 100, places: 4, cores: 8 },
  // script/bench queue, 64 workers, 10⁴ queued: two cores over the jobs per second (docs/scaling.md).
  ...{ enqueueMs: 1.8, claimMs: 0.3, claimedMs: 0.08, finishMs: 1.8, standingMs: 0.3 },
  classes: {
    // Medians of docs/scaling.md, "Rates": json → yaml; a photo to webp; a report of 20 pages to pdf; a minute of film to webm.
    data: { share: 0.4, medianMs: 15 },
    picture: { share: 0.3, medianMs: 1_300 },
    document: { share: 0.25, medianMs: 300 },
    media: { share: 0.05, medianMs: 15_000 },
  },
  ...{ sigma: 0.8, load: 0.7, smallAccounts: 1_000, floodSeconds: 10, quietMs: 50 },
  ...{ lost: 0.1, unheard: 0.5, seconds: 60 },
};
