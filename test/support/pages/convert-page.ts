/**
 * Functions for tests of the convert page: they make files, choose and convert them, and download the results. Controls
 * are found by their accessible names.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Download, Page } from 'playwright-core';
import { Samples } from '../../samples/samples.ts';
import { fixture, temporaryFolder } from '../fixtures.ts';

interface FilesToChoose {
  dir: string;
  samples: Samples;
  /** Copies the sample with the extension `ext` to a file with the name `name`. Returns the path of the copy. */
  copy(ext: string, name: string): Promise<string>;
  write(name: string, content: string | Uint8Array): Promise<string>;
}

export const filesFixture = (): FilesToChoose =>
  fixture(async (stack) => {
    const dir = await temporaryFolder(stack);
    const samples = new Samples(path.join(dir, 'samples'));
    const write = async (name: string, content: string | Uint8Array) => {
      const file = path.join(dir, name);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, content);
      return file;
    };
    const copy = async (ext: string, name: string) => write(name, await readFile(await samples.get(ext)));
    return { dir, samples, copy, write };
  });

export const rows = (page: Page) => page.getByRole('region', { name: 'Files' }).getByRole('listitem');
export const rowOf = (page: Page, name: string) => rows(page).filter({ hasText: name });
export const picker = (page: Page) => page.getByLabel('Convert to', { exact: true });
export const start = (page: Page) => page.getByRole('button', { name: 'Convert', exact: true });
export const downloadOf = (page: Page, name: string) =>
  rowOf(page, name).getByRole('link', { name: 'Download' });

export async function choose(page: Page, names: string | readonly string[], target?: string): Promise<void> {
  await page.getByLabel('Choose files').setInputFiles(names);
  if (target === undefined) return;
  await picker(page).fill(target);
  await picker(page).press('Enter');
}

export async function contentOf(download: Download): Promise<Buffer> {
  return readFile(await download.path());
}

export async function download(page: Page, press: () => Promise<void>): Promise<Download> {
  const [one] = await Promise.all([page.waitForEvent('download'), press()]);
  return one;
}
