/**
 * Defines the type of a scene for screenshots, the stage (the services, accounts and files that all scenes share), and
 * functions that operate the convert page.
 */
import type { Page } from 'playwright-core';
import type { Owner } from '../support/pages/dashboard.ts';

/** The services, accounts and files that scenes use. */
export interface Stage {
  url: string;
  /** Owner of an account with jobs. */
  busy: Owner;
  /** Owner of an account without jobs. */
  fresh: Owner;
  /** URL of a second service, which sells plans. */
  shopUrl: string;
  /** Owner of an account on the second service. */
  customer: Owner;
  /** Paths of the files to convert, by name. */
  files: Readonly<Record<FileName, string>>;
}

/** A file name that is too long for a row of the convert page. */
export const longName = 'minutes-of-the-annual-general-meeting-of-the-department-2026-final-version.odt';

export const fileNames = [
  longName,
  'photo.png',
  'report.docx',
  'notes.png',
  'cut.pdf',
  'locked.pdf',
  'data.json',
  'book.pdf',
  'other.pdf',
] as const;

export type FileName = (typeof fileNames)[number];

export interface Scene {
  name: string;
  path: string;
  /** The owner who is signed in. By default, the browser is not signed in. */
  owner?: 'busy' | 'fresh' | 'customer';
  /** Whether the scene uses the server that sells plans. */
  isSold?: true;
  /** Brings the page into the state of the screenshot. */
  prepare?: (page: Page, stage: Stage) => Promise<void>;
}

/** Chooses files on the convert page. If `target` is given, also chooses it as the target format. */
export async function choose(
  page: Page,
  { files }: Stage,
  names: readonly FileName[],
  target?: string,
): Promise<void> {
  await page.locator('[data-started=true]').waitFor({ state: 'attached' });
  await page.locator('#files').setInputFiles(names.map((name) => files[name]));
  await page
    .locator('.row')
    .nth(names.length - 1)
    .waitFor();
  if (target === undefined) return;
  await page.locator('#target').fill(target);
  await page.locator('#target').press('Enter');
}

export async function convert(
  page: Page,
  stage: Stage,
  names: readonly FileName[],
  target?: string,
): Promise<void> {
  await choose(page, stage, names, target);
  await page.locator('#start').click();
  await page
    .locator('.row-state:is(.success, .danger, .warning)')
    .nth(names.length - 1)
    .waitFor();
}

/** Never answers requests for conversions, so that the page shows the conversions as running. */
export async function hold(page: Page): Promise<void> {
  await page.route('**/api/convert', () => undefined);
}

export async function loaded(page: Page): Promise<void> {
  await page.locator('[data-started=true]').waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
}

export async function settled(page: Page): Promise<void> {
  await page.locator('#section-title').waitFor();
  await page.waitForLoadState('networkidle');
}
