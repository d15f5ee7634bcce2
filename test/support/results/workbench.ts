/** Starts a server, converts files on it with options, and writes the results to files that tests can measure. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after } from 'node:test';
import type { OptionName } from '@protean/engines/contract/options.ts';
import { run } from '../../samples/run.ts';
import { Samples } from '../../samples/samples.ts';
import { ask, openTestApp, type Customer, type TestApp } from '../server/test-app.ts';
import { bytes, members, size } from './measure.ts';
import type { Answer } from '../server/service.ts';

/** Values of options by name. Options that take a file have a `File` as their value. */
export type OptionValues = Partial<Record<OptionName, string | File>>;

/** A check of the results of conversions. `description` is the test title. */
export interface Observation {
  description: string;
  see: (workbench: Workbench) => Promise<void>;
}

/** A check that proves an effect of conversion options. `description` is the test title. */
export interface Effect {
  /** The options whose effect this check proves. */
  shows: readonly OptionName[];
  description: string;
  see: () => Promise<void>;
}

/**
 * Sends all conversions from one account, so that most conversions use the warm engines of this account, which are
 * processes that are already running.
 */
export class Workbench {
  readonly samples: Samples;
  /** A folder for test files. */
  readonly dir: string;
  readonly #app: TestApp;
  readonly #customer: Customer;

  private constructor(app: TestApp, customer: Customer, dir: string) {
    this.samples = new Samples(path.join(dir, 'samples'));
    this.dir = dir;
    this.#app = app;
    this.#customer = customer;
  }

  /** Opens a workbench and closes it after the last test of the file. */
  static async open(): Promise<Workbench> {
    const app = await openTestApp('sqlite', { WARM: 'on' });
    const customer = await app.customer('growth', { requests_per_minute: 1_000_000 });
    const workbench = new Workbench(app, customer, await mkdtemp(path.join(tmpdir(), 'protean-workbench-')));
    after(() => workbench.close());
    return workbench;
  }

  async close(): Promise<void> {
    await this.#app.close();
    await rm(this.dir, { recursive: true });
  }

  async send(
    file: string,
    from: string,
    to: string,
    options: OptionValues & { source?: string },
  ): Promise<Answer> {
    const content = new File([new Uint8Array(await readFile(file))], `in.${from}`);
    const fields = [['file', content], ['target', to], ...Object.entries(options)] as const;
    return ask(this.#app, '/v1/convert', this.#customer, { fields });
  }

  /** Converts `file`, or the sample of `from` by default. Resolves with the path of the result. */
  async converted(from: string, to: string, options: OptionValues, file?: string): Promise<string> {
    const answer = await this.send(file ?? (await this.samples.get(from)), from, to, options);
    assert.equal(answer.status, 200, answer.error.message);
    const result = path.join(await mkdtemp(path.join(this.dir, 'result-')), `out.${to}`);
    await writeFile(result, answer.body);
    return result;
  }

  /** Returns the response to `GET /v1/formats` with the query string `query`. */
  async formats(query: string): Promise<{ routes: { target: string; steps: unknown; options: string[] }[] }> {
    const answer = await fetch(`${this.#app.service.url}/v1/formats${query}`);
    return (await answer.json()) as { routes: { target: string; steps: unknown; options: string[] }[] };
  }

  /** Converts a file to pictures of its pages, and returns the size of each picture. */
  async pages(from: string, to: string, options: OptionValues, file?: string): Promise<string[]> {
    const result = await this.converted(from, to, options, file);
    if ((await readFile(result)).readUInt32BE(0) !== 0x504b0304) return [await size(result)];
    const folder = path.dirname(result);
    const names = await members(result);
    await run('/usr/bin/bsdtar', ['-xf', result, '-C', folder]);
    return Promise.all(names.map((name) => size(path.join(folder, name))));
  }

  /** Asserts that the result with the options `less` is smaller than the result with `more`. */
  async smaller(from: string, to: string, less: OptionValues, more: OptionValues): Promise<void> {
    const few = await bytes(await this.converted(from, to, less));
    const many = await bytes(await this.converted(from, to, more));
    assert.ok(few < many, `${few} < ${many}`);
  }
}
