/** One hostile request made and watched: what was answered, when, which wires it touched and what it left. */
import { post, type Answer, type Service } from '../e2e/service.ts';
import type { BaitShop } from './bait.ts';
import type { Beside } from './beside.ts';
import type { Bait, FileCase, HostileCase } from './case.ts';
import { leaksIn } from './wires/leaks.ts';
import type { Listeners } from './wires/listeners.ts';
import { restOf } from './wires/rest.ts';

/** How long an answer may take. */
export const answerMs = 30_000;

/** How long one is waited for, to tell a slow answer from none. */
const patienceMs = 75_000;

export interface Scene {
  service: Service;
  shop: BaitShop;
  listeners: Listeners;
  beside: Beside;
  /** In the server's environment, and nowhere else. */
  secret: string;
  /** Processes of the server when it has nothing to do. */
  idle: number;
}

export interface Tried {
  case: HostileCase;
  /** What it was to become; empty for requests that are no conversions. */
  to: string;
  /** Of the worst answer; 0 where there was none. */
  status: number;
  reason: string;
  ms: number;
  /** What should not have happened, each with the kind of wire in front; empty is a pass. */
  faults: readonly string[];
}

/** Sends the already made `file` of a case, to be converted to `to`. */
export async function tryFile(
  row: HostileCase & FileCase,
  to: string,
  file: Buffer,
  bait: Bait,
  scene: Scene,
): Promise<Tried> {
  const content = new File([new Uint8Array(file)], `in.${row.ext}`);
  const fields: [string, File | string][] = [
    ['file', content],
    ['target', to],
    ...Object.entries(row.fields ?? {}),
  ];
  const watched = await watch(scene, row, bait, (signal) =>
    post(`${scene.service.url}/api/convert`, fields, signal).then((answer) => [answer]),
  );
  const [answer] = watched.answers;
  const faults = [...watched.faults, ...answerFaults(answer)];
  if (row.refused && answer?.status === 200) faults.push(`${row.kind}: converted, not refused`);
  return { case: row, to, ...told(watched.answers), ms: watched.ms, faults };
}

export async function tryRequest(
  row: Extract<HostileCase, { send: unknown }>,
  bait: Bait,
  scene: Scene,
): Promise<Tried> {
  const { answers, ms, faults } = await watch(scene, row, bait, () => row.send(scene.service.url, bait));
  const wrong = answers.filter(({ status }) => !row.answers.includes(status)).map(({ status }) => status);
  const all =
    wrong.length > 0
      ? [`protocol: answered ${wrong.slice(0, 5).join(', ')} instead of ${row.answers.join(' or ')}`]
      : [];
  const unwrapped = answers.filter(({ status, error }) => status >= 400 && !error.code).length;
  const envelope = unwrapped > 0 ? [`protocol: ${unwrapped} refusals without the envelope`] : [];
  return { case: row, to: '', ...told(answers), ms, faults: [...faults, ...all, ...envelope] };
}

async function watch(
  { service, shop, listeners, beside, secret, idle }: Scene,
  row: HostileCase,
  bait: Bait,
  send: (signal: AbortSignal) => Promise<readonly Answer[]>,
): Promise<{ answers: readonly Answer[]; ms: number; faults: string[] }> {
  const callsBefore = listeners.count;
  beside.go();
  const began = performance.now();
  const answers = await send(AbortSignal.timeout(patienceMs)).catch(() => []);
  const ms = Math.round(performance.now() - began);
  const faults = ms > answerMs ? [`resource: ${(ms / 1000).toFixed(1)} s until the answer`] : [];
  await beside.hold();
  faults.push(...(await restOf(service, idle)));
  for (const { status, body } of answers) {
    if (status === 200) faults.push(...(await leaksIn(body, [bait.token, secret])));
  }
  faults.push(...(await shop.touched(row, bait)));
  const calls = listeners.callsOf(row.name);
  faults.push(...calls);
  if (calls.length === 0 && listeners.count > callsBefore)
    faults.push('network: somebody called and did not say who');
  return { answers, ms, faults };
}

function answerFaults(answer: Answer | undefined): string[] {
  if (!answer) return ['resource: no answer'];
  if (answer.status === 200) return answer.body.length > 0 ? [] : ['protocol: an empty result'];
  if (!answer.error.code || !answer.error.message) return [`protocol: ${answer.status} without the envelope`];
  return [400, 413, 422, 502].includes(answer.status) ? [] : [`protocol: answered ${answer.status}`];
}

function told(answers: readonly Answer[]): { status: number; reason: string } {
  const worst = answers.reduce<Answer | undefined>(
    (one, other) => (one && one.status >= other.status ? one : other),
    undefined,
  );
  const reason = worst?.error.details?.['reason'];
  return {
    status: worst?.status ?? 0,
    reason: typeof reason === 'string' ? reason : (worst?.error.code ?? ''),
  };
}
