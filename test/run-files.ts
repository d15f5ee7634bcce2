/**
 * Runs test files that start servers, three at a time, within a time limit. Files named `*.timed.test.ts` measure
 * times, so each timed file runs alone. The list of test files is divided into quarters. Each day the run starts with
 * another quarter, so that each file runs every few days even if a slow machine cannot run all files within the time
 * limit. Prints the names of the files that were not started. Usage: node test/run-files.ts SECONDS FILE…
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';

const atOnce = 3;
const quarters = 4;
/** Timeout of a single test in a file. */
const testMs = 300_000;
/**
 * Timeout of a test file. A failed test may leave resources open that would otherwise keep the process running forever.
 */
const fileMs = 1_200_000;
/**
 * If at most this number of test files fail, the failed files run again, one at a time, because a shared machine
 * sometimes stalls.
 */
const mostAgain = 3;

interface FileResult {
  passed: boolean;
  output: string;
}

const [seconds = '', ...named] = process.argv.slice(2);
const until = performance.now() + Number(seconds) * 1000;
const day = Math.floor(Date.now() / 86_400_000);
const queue = inTurn(named.toSorted());
const failed: string[] = [];
let done = 0;
for (;;) {
  await Promise.all(Array.from({ length: atOnce }, work));
  const [timed] = queue;
  if (timed === undefined || performance.now() >= until) break;
  queue.shift();
  await runAndReport(timed);
}
const late = queue.splice(0);
console.log(`== ${done} files run, ${failed.length} failed`);
if (late.length > 0)
  console.log(
    `== no time for ${late.length}, which come first on another day: ${late.map(nameOf).join(' ')}`,
  );
if (failed.length > 0 && failed.length <= mostAgain) {
  console.log(`== failed once, run again by themselves: ${failed.map(nameOf).join(' ')}`);
  for (const file of failed.splice(0)) {
    const again = await run(file);
    console.log(again.output);
    if (!again.passed) failed.push(file);
  }
}
for (const file of failed) console.log(`== FAILED: ${file}`);
process.exitCode = failed.length > 0 || done === 0 ? 1 : 0;

/**
 * Returns the files in four groups, one group after the other. Each group consists of every fourth file, because
 * neighbouring files are similar and need the same resources. Within a group, timed files come first.
 */
function inTurn(files: readonly string[]): string[] {
  const quarter = (nth: number) => files.filter((_, n) => n % quarters === (day + nth) % quarters);
  return Array.from({ length: quarters }, (_, nth) => {
    const [timed = [], others = []] = [true, false].map((wanted) =>
      quarter(nth).filter((file) => isTimed(file) === wanted),
    );
    return [...timed, ...others];
  }).flat();
}

function isTimed(file: string): boolean {
  return file.endsWith('.timed.test.ts');
}

/** Runs files from the queue. Stops when the queue is empty, when the next file is timed, or at the time limit. */
async function work(): Promise<void> {
  while (performance.now() < until) {
    const [file] = queue;
    if (file === undefined || isTimed(file)) return;
    queue.shift();
    await runAndReport(file);
  }
}

async function runAndReport(file: string): Promise<void> {
  const began = performance.now();
  const { passed, output } = await run(file);
  done += 1;
  if (!passed) failed.push(file);
  const took = Math.round((performance.now() - began) / 1000);
  console.log(`${output.trimEnd()}\n== ${file}: ${passed ? 'passed' : 'FAILED'}, ${took} s\n`);
}

async function run(file: string): Promise<FileResult> {
  const args = ['--test', `--test-timeout=${testMs}`, '--test-reporter=spec', file];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], timeout: fileMs });
  const [output, [status]] = await Promise.all([
    text(child.stdout),
    once(child, 'exit') as Promise<[number | null]>,
  ]);
  return { passed: status === 0, output };
}

function nameOf(file: string): string {
  return path.basename(file).replace(/(\.timed)?\.test\.ts$/, '');
}
