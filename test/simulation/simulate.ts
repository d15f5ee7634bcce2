/** Simulates the workers of one database, event by event: the same figures for the same parameters, seed included. */
import { SimulatedDatabase } from './database.ts';
import { FairQueue, type SimulatedJob } from './fair-queue.ts';
import { leaseMs, pollEveryMs, standingPerSecond, type JobClass, type Parameters } from './parameters.ts';
import { Random } from './random.ts';
import { Timeline } from './timeline.ts';

/** The account that floods; small ones have greater numbers. */
const flooder = 0;
const heartbeatEveryMs = 5_000;

interface Machine {
  state: 'works' | 'dead' | 'unheard';
  running: Map<SimulatedJob, number>;
  claiming: boolean;
  again: boolean;
  /** Whether the next claim follows a call. */
  called: boolean;
  quietUntil: number;
  busyMs: number;
}

/** One wait from the commit of a submission to that of the first claim. */
export interface Wait {
  account: number;
  queuedAt: number;
  ms: number;
  /** Jobs of the flooding account that were claimed in this time. */
  passedBy: number;
}

export interface Outcome {
  waits: Wait[];
  floodAt: number;
  lossAt: number;
  /** Milliseconds from the loss until the last job that was lost had begun again; 0 where none was. */
  recoveryMs: number;
  lostJobs: number;
  jobs: number;
  /** Ends of jobs: each has to end once. */
  endedOnce: number;
  endedTwice: number;
  /** Ends that were refused, since another machine had the job by then. */
  refused: number;
  /** Of the time of all places while jobs came. */
  utilisation: number;
  /** Per second while jobs came; `standing` are rounds of {@link standingPerSecond} statements. */
  transactions: Readonly<Record<string, number>>;
  /** Of the time of all cores of the database. */
  databaseUtilisation: number;
}

export function simulate(parameters: Parameters): Outcome {
  const { machines: machineCount, places, seconds, quietMs, standingMs } = parameters;
  const random = new Random(parameters.seed);
  const timeline = new Timeline();
  const database = new SimulatedDatabase(timeline, parameters.cores);
  const queue = new FairQueue();
  const endMs = seconds * 1_000;
  const [floodAt, lossAt] = [endMs / 3, (endMs * 2) / 3];
  const machines: Machine[] = Array.from({ length: machineCount }, () => ({
    ...{ state: 'works' as const, running: new Map<SimulatedJob, number>() },
    ...{ claiming: false, again: false, called: false, quietUntil: 0, busyMs: 0 },
  }));
  const jobs: SimulatedJob[] = [];
  const waits: Wait[] = [];
  let floodClaimed = 0;
  /** Of each queued job what was claimed before. */
  const floodBefore = new Map<SimulatedJob, number>();
  let refused = 0;
  const lost = new Set<SimulatedJob>();
  let [recoveredAt, lostJobs, atEnd] = [
    0,
    0,
    { busyMs: 0, databaseMs: 0, counts: {} as Record<string, number> },
  ];

  const submit = (account: number, { medianMs }: JobClass) => {
    const ms = random.logNormal(medianMs, parameters.sigma);
    const expectedMs = Math.max(1, Math.ceil(medianMs));
    database.transact('enqueue', parameters.enqueueMs, () => {
      const id = String(jobs.length).padStart(9, '0');
      const times = { start_tag: 0, created_at: timeline.now, expectedMs, ms };
      const job: SimulatedJob = { id, account, ...times, token: 0, state: 'queued', ends: 0 };
      jobs.push(job);
      queue.add(job);
      floodBefore.set(job, floodClaimed);
      callWorkers();
    });
  };

  /** Every worker hears of a queued job, as of a text that is broadcast. */
  const callWorkers = () => {
    for (const machine of machines) {
      machine.called = true;
      const wait = machine.quietUntil - timeline.now;
      if (wait <= 0) fill(machine);
      else if (!machine.again) {
        machine.again = true;
        timeline.after(wait, () => fill(machine));
      }
    }
  };

  const fill = (machine: Machine) => {
    machine.again = true;
    if (machine.claiming || machine.state === 'dead') return;
    machine.again = false;
    const most = places - machine.running.size;
    if (most <= 0) return;
    machine.claiming = true;
    const { called } = machine;
    machine.called = false;
    const expected = Math.min(most, queue.size);
    database.transact('claim', parameters.claimMs + expected * parameters.claimedMs, () => {
      machine.claiming = false;
      // Who is not heard of may not claim: its lease has ended, and it cannot begin another.
      if (machine.state !== 'works') return;
      const claimed = queue.claim(most);
      for (const job of claimed) begin(machine, job);
      if (called && claimed.length === 0) machine.quietUntil = timeline.now + quietMs;
      if (machine.again && timeline.now >= machine.quietUntil) fill(machine);
    });
  };

  /** Or ended by who was not heard of, while its lease still held. */
  const restarted = (job: SimulatedJob) => {
    if (lost.delete(job) && lost.size === 0) recoveredAt = timeline.now;
  };

  const begin = (machine: Machine, job: SimulatedJob) => {
    const { token } = job;
    if (token > 1) restarted(job);
    if (token === 1) {
      const before = floodBefore.get(job) ?? 0;
      floodBefore.delete(job);
      const ms = timeline.now - job.created_at;
      waits.push({ account: job.account, queuedAt: job.created_at, ms, passedBy: floodClaimed - before });
    }
    if (job.account === flooder) floodClaimed += 1;
    machine.running.set(job, token);
    timeline.after(job.ms, () => {
      if (machine.state === 'dead') return;
      database.transact('finish', parameters.finishMs, () => {
        if (machine.state === 'dead') return;
        machine.running.delete(job);
        if (timeline.now <= endMs) machine.busyMs += job.ms;
        if (queue.finish(job, token)) restarted(job);
        else refused += 1;
        fill(machine);
      });
    });
  };

  const poll = (machine: Machine) => {
    if (machine.state !== 'works') return;
    database.transact('standing', standingPerSecond * standingMs);
    fill(machine);
    // Once no more jobs come, only what still waits is worked off.
    if (timeline.now < endMs || queue.size > 0 || lost.size > 0)
      timeline.after(pollEveryMs, () => poll(machine));
  };

  /** They are not heard of any more; their jobs are queued again when their leases have ended. */
  const lose = () => {
    const count = Math.round(machineCount * parameters.lost);
    machines.slice(0, count).forEach((machine, nth) => {
      machine.state = nth < count * parameters.unheard ? 'unheard' : 'dead';
      for (const job of machine.running.keys()) lost.add(job);
      const leaseLeft = leaseMs - random.next() * heartbeatEveryMs;
      timeline.after(leaseLeft + pollEveryMs / machineCount, () => recover(machine));
    });
    lostJobs = lost.size;
  };

  const recover = (machine: Machine) => {
    for (const [job, token] of machine.running) {
      if (job.state !== 'processing' || job.token !== token) continue;
      database.transact('requeue', parameters.enqueueMs, () => {
        if (job.state !== 'processing' || job.token !== token) return;
        queue.requeue(job);
        callWorkers();
      });
    }
  };

  const classes = Object.values(parameters.classes);
  const shares = classes.reduce((sum, { share }) => sum + share, 0);
  const meanOf = ({ medianMs }: JobClass) => medianMs * Math.exp(parameters.sigma ** 2 / 2);
  const meanMs = classes.reduce((sum, one) => sum + (one.share / shares) * meanOf(one), 0);
  const jobsPerMs = (parameters.load * machineCount * places) / meanMs;
  const classOf = (drawn: number): JobClass => {
    let left = drawn * shares;
    const found = classes.find((one) => (left -= one.share) < 0) ?? classes[0];
    if (!found) throw new Error('there are no classes of jobs');
    return found;
  };
  const arrive = () => {
    if (timeline.now >= endMs) return;
    submit(1 + Math.floor(random.next() * parameters.smallAccounts), classOf(random.next()));
    timeline.after(random.untilNext(jobsPerMs), arrive);
  };
  const flood = () => {
    const { document } = parameters.classes;
    const count = Math.round((parameters.floodSeconds * 1_000 * machineCount * places) / meanOf(document));
    // As fast as the database takes them, one after the other.
    for (let n = 0; n < count; n += 1)
      timeline.after((n * parameters.enqueueMs * 4) / parameters.cores, () => submit(flooder, document));
  };

  for (const machine of machines) timeline.after(random.next() * pollEveryMs, () => poll(machine));
  timeline.after(random.untilNext(jobsPerMs), arrive);
  timeline.after(floodAt, flood);
  timeline.after(lossAt, lose);
  timeline.after(endMs, () => {
    const busyMs = machines.reduce((sum, machine) => sum + machine.busyMs, 0);
    atEnd = { busyMs, databaseMs: database.busyMs, counts: { ...database.counts } };
  });
  timeline.run();

  return {
    ...{ waits, floodAt, lossAt, lostJobs, refused },
    recoveryMs: recoveredAt === 0 ? 0 : recoveredAt - lossAt,
    jobs: jobs.length,
    endedOnce: jobs.filter(({ ends }) => ends === 1).length,
    endedTwice: jobs.filter(({ ends }) => ends > 1).length,
    utilisation: atEnd.busyMs / (endMs * machineCount * places),
    transactions: Object.fromEntries(
      Object.entries(atEnd.counts).map(([kind, count]) => [kind, count / seconds]),
    ),
    databaseUtilisation: atEnd.databaseMs / (endMs * parameters.cores),
  };
}
