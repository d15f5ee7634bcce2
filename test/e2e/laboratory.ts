/** Conversions with options over a started server, their results as files to be measured. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { OptionName } from '../../packages/server/src/engines/options.ts';
import { run } from '../samples/run.ts';
import type { Samples } from '../samples/samples.ts';
import { bytes, members, size } from './measure.ts';
import { post, type Answer, type Service } from './service.ts';

export type Given = Partial<Record<OptionName, string>>;

/** Something that is seen in results. */
export interface Observation {
  says: string;
  see: (lab: Laboratory) => Promise<void>;
}

/** Something that an option does. */
export interface Effect {
  /** Options of the table whose effect is seen here. */
  shows: readonly OptionName[];
  says: string;
  see: () => Promise<void>;
}

export class Laboratory {
  readonly samples: Samples;
  readonly dir: string;
  readonly #service: Service;

  constructor(service: Service, samples: Samples, dir: string) {
    this.#service = service;
    this.samples = samples;
    this.dir = dir;
  }

  async send(file: string, from: string, to: string, options: Given): Promise<Answer> {
    const content = new File([new Uint8Array(await readFile(file))], `in.${from}`);
    const fields = Object.entries(options);
    return post(`${this.#service.url}/api/convert`, [['file', content], ['target', to], ...fields]);
  }

  /** The result of the sample, or of `file`, as a file. */
  async converted(from: string, to: string, options: Given, file?: string): Promise<string> {
    const answer = await this.send(file ?? (await this.samples.get(from)), from, to, options);
    assert.equal(answer.status, 200, answer.error.message);
    const result = path.join(await mkdtemp(path.join(this.dir, 'result-')), `out.${to}`);
    await writeFile(result, answer.body);
    return result;
  }

  /** The sizes of the pages in the zip, or of the one page. */
  async pages(from: string, to: string, options: Given): Promise<string[]> {
    const result = await this.converted(from, to, options);
    if ((await readFile(result)).readUInt32BE(0) !== 0x504b0304) return [await size(result)];
    const folder = path.dirname(result);
    const names = await members(result);
    await run('/usr/bin/bsdtar', ['-xf', result, '-C', folder]);
    return Promise.all(names.map((name) => size(path.join(folder, name))));
  }

  /** Asserts that the result with `less` is smaller in bytes than the one with `more`. */
  async smaller(from: string, to: string, less: Given, more: Given): Promise<void> {
    const few = await bytes(await this.converted(from, to, less));
    const many = await bytes(await this.converted(from, to, more));
    assert.ok(few < many, `${few} < ${many}`);
  }
}
