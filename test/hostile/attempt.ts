/**
 * Sends hostile requests. Records each response, its duration, the forbidden actions that the tripwires (checks in
 * tripwires/) detect, and the files and processes that remain.
 */
import { post, type Answer, type Service } from '../support/server/service.ts';
import type { FixtureFolder } from './fixtures.ts';
import type { LatencyProbe } from './latency-probe.ts';
import type { Fixtures, FileCase, HostileCase } from './case.ts';
import { answerDifference, reasonOf } from './answer-difference.ts';
import { leaksIn } from './tripwires/leaks.ts';
import type { Listeners } from './tripwires/listeners.ts';
import { leftoversOf } from './tripwires/leftovers.ts';

/** Maximum time until a response, in milliseconds. A response that takes longer than this maximum is a fault. */
export const answerMs = 35_000;

/**
 * Timeout of a request. The timeout is longer than `answerMs`, to distinguish slow responses from missing responses.
 */
const patienceMs = 75_000;

export interface Scene {
  service: Service;
  fixtureFolder: FixtureFolder;
  listeners: Listeners;
  latencyProbe: LatencyProbe;
  /** Strings that no result may contain, such as the server's secrets and information about the kernel. */
  secrets: readonly string[];
  /** Number of processes that the server has when it is idle. */
  idle: number;
}

export interface AttemptResult {
  case: HostileCase;
  /** The target format. For a request that is not a conversion, the target format is an empty string. */
  to: string;
  /** The highest HTTP status of all responses, or 0 if there was no response. */
  status: number;
  reason: string;
  ms: number;
  /**
   * Descriptions of the violations that the checks found, each prefixed with the kind of violation, such as `read:`.
   * The attempt passed if it has no violations.
   */
  faults: readonly string[];
}

/** The conversion of a case's file to one target format, or the requests of a case without a file. */
export interface Attempt {
  case: HostileCase;
  to: string;
  fixtures: Fixtures;
  send(signal: AbortSignal): Promise<readonly Answer[]>;
}

/** Returns the attempt that uploads `file`, the content of the case's file, for conversion to the format `to`. */
export function fileAttempt(
  row: HostileCase & FileCase,
  to: string,
  file: Buffer,
  fixtures: Fixtures,
  service: Service,
): Attempt {
  const content = new File([new Uint8Array(file)], `in.${row.ext}`);
  const fields: [string, File | string][] = [
    ['file', content],
    ['target', to],
    ...Object.entries(row.fields ?? {}),
  ];
  const send = (signal: AbortSignal) =>
    post(`${service.url}/api/convert`, fields, signal).then((answer) => [answer]);
  return { case: row, to, fixtures, send };
}

export function requestAttempt(
  row: Extract<HostileCase, { send: unknown }>,
  fixtures: Fixtures,
  service: Service,
): Attempt {
  return { case: row, to: '', fixtures, send: () => row.send(service.url, fixtures) };
}

/**
 * Runs attempts concurrently and returns their results. If files or processes remain, or a network call cannot be
 * attributed to a case, repeats each attempt alone to find the cause.
 */
export async function tryTogether(attempts: readonly Attempt[], scene: Scene): Promise<AttemptResult[]> {
  const { service, listeners, latencyProbe, idle } = scene;
  const callsBefore = listeners.count;
  latencyProbe.go();
  const made = await Promise.all(attempts.map((attempt) => tryOne(attempt, scene)));
  await latencyProbe.hold();
  const shared = await leftoversOf(service, idle);
  const calls = attempts.map(({ case: { name } }) => listeners.callsOf(name));
  if (calls.flat().length === 0 && listeners.count > callsBefore)
    shared.push('network: a call without a case name');
  if (shared.length > 0 && attempts.length > 1) return tryApart(attempts, shared, scene);
  return Promise.all(
    made.map(async ({ answers, ms, faults }, n): Promise<AttemptResult> => {
      const { case: row, to, fixtures } = attempts[n] ?? never();
      return {
        ...{ case: row, to, ...summaryOf(answers), ms },
        faults: [
          ...faults,
          ...shared,
          ...(await scene.fixtureFolder.touched(row, fixtures)),
          ...(calls[n] ?? []),
        ],
      };
    }),
  );
}

function never(): never {
  throw new Error('the number of attempts differs from the number of results');
}

interface Made {
  answers: readonly Answer[];
  ms: number;
  faults: readonly string[];
}

async function tryOne(attempt: Attempt, scene: Scene): Promise<Made> {
  const { case: row, fixtures } = attempt;
  await scene.fixtureFolder.forget(row);
  const { answers, ms } = await timed(attempt);
  const late = ms > answerMs ? [`resource: ${(ms / 1000).toFixed(1)} s until the answer`] : [];
  const secrets = scene.fixtureFolder.secretsFor(row, fixtures, scene.secrets);
  const leaks: string[] = [];
  for (const { status, body } of answers) if (status === 200) leaks.push(...(await leaksIn(body, secrets)));
  const existence = 'oracle' in row && row.oracle ? await existenceFaults(attempt, answers[0], scene) : [];
  return { answers, ms, faults: [...late, ...leaks, ...wrongIn(row, answers), ...existence] };
}

/**
 * Repeats the request twice: first without the canary files at the case's location, then with folders in place of the
 * canary files. Returns a fault for each response that differs from `answer`, because the difference reveals whether a
 * file exists.
 */
async function existenceFaults(
  attempt: Attempt,
  answer: Answer | undefined,
  { fixtureFolder }: Scene,
): Promise<string[]> {
  const { name, location } = attempt.case;
  if (!location) throw new Error(`${name} tests whether a file exists, but names no location`);
  const again = async () => (await timed(attempt)).answers[0];
  const faults: string[] = [];
  for (const laid of ['nothing', 'folders'] as const) {
    await fixtureFolder.layAt(name, location, laid);
    const other = await again();
    await fixtureFolder.layAt(name, location, 'files');
    const difference = await answerDifference(answer, other, again);
    if (difference) faults.push(`read: the response distinguishes files from ${laid}: ${difference}`);
  }
  return faults;
}

async function tryApart(
  attempts: readonly Attempt[],
  shared: readonly string[],
  scene: Scene,
): Promise<AttemptResult[]> {
  const tried: AttemptResult[] = [];
  for (const attempt of attempts) tried.push(...(await tryTogether([attempt], scene)));
  const names = attempts.map(({ case: { name } }) => name).join(', ');
  const [first, ...rest] = tried;
  // `shared` lists the faults of the attempts when they ran together. If an attempt alone causes one of the shared
  // faults, this attempt is the cause. If no attempt alone causes a shared fault, adds all shared faults to the first
  // attempt, so that the faults are reported.
  if (!first || tried.some(({ faults }) => faults.some((fault) => shared.includes(fault)))) return tried;
  return [{ ...first, faults: [...first.faults, ...shared.map((fault) => `${fault} (${names})`)] }, ...rest];
}

async function timed(attempt: Attempt): Promise<{ answers: readonly Answer[]; ms: number }> {
  const began = performance.now();
  const answers = await attempt.send(AbortSignal.timeout(patienceMs)).catch(() => []);
  return { answers, ms: Math.round(performance.now() - began) };
}

function wrongIn(row: HostileCase, answers: readonly Answer[]): string[] {
  if ('send' in row) return requestFaults(row.answers, answers);
  const [answer] = answers;
  return [
    ...answerFaults(answer),
    ...(row.refused && answer?.status === 200 ? [`${row.kind}: converted, not refused`] : []),
  ];
}

function requestFaults(right: readonly number[], answers: readonly Answer[]): string[] {
  const wrong = answers.filter(({ status }) => !right.includes(status)).map(({ status }) => status);
  const unwrapped = answers.filter(({ status, error }) => status >= 400 && !error.code).length;
  return [
    ...(wrong.length > 0
      ? [`protocol: answered ${wrong.slice(0, 5).join(', ')} instead of ${right.join(' or ')}`]
      : []),
    ...(unwrapped > 0 ? [`protocol: ${unwrapped} refusals without the envelope`] : []),
  ];
}

function answerFaults(answer: Answer | undefined): string[] {
  if (!answer) return ['resource: no answer'];
  if (answer.status === 200) return answer.body.length > 0 ? [] : ['protocol: an empty result'];
  if (!answer.error.code || !answer.error.message) return [`protocol: ${answer.status} without the envelope`];
  return [400, 413, 422, 502].includes(answer.status) ? [] : [`protocol: answered ${answer.status}`];
}

function summaryOf(answers: readonly Answer[]): { status: number; reason: string } {
  const worst = answers.reduce<Answer | undefined>(
    (one, other) => (one && one.status >= other.status ? one : other),
    undefined,
  );
  return { status: worst?.status ?? 0, reason: reasonOf(worst) };
}
