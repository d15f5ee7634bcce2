/** The scenes of the screenshots. Each scene opens a page and brings it into one state, in any language. */
import type { Page } from 'playwright-core';
import type { Owner } from '../support/pages/dashboard.ts';

/** The service, accounts and files that scenes use. */
export interface Stage {
  url: string;
  /** Owners of an account with jobs, and of an account without jobs. */
  busy: Owner;
  fresh: Owner;
  /** Paths of the files to convert, by name. */
  files: Readonly<Record<FileName, string>>;
}

/** A file name that is too long for its row. */
export const longName = 'minutes-of-the-annual-general-meeting-of-the-department-2026-final-version.odt';

export const fileNames = [
  longName,
  'photo.png',
  'report.docx',
  'notes.png',
  'cut.pdf',
  'locked.pdf',
  'data.json',
] as const;

export type FileName = (typeof fileNames)[number];

export interface Scene {
  name: string;
  path: string;
  /** Account that the browser is signed in to. Default: none. */
  owner?: 'busy' | 'fresh';
  /** Brings the page into the state of the screenshot. */
  prepare?: (page: Page, stage: Stage) => Promise<void>;
}

/** Chooses files on the convert page. */
async function choose(
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

async function convert(page: Page, stage: Stage, names: readonly FileName[], target?: string): Promise<void> {
  await choose(page, stage, names, target);
  await page.locator('#start').click();
  await page
    .locator('.row-state:is(.success, .danger, .warning)')
    .nth(names.length - 1)
    .waitFor();
}

/** Keeps conversions waiting, so that the page shows them as running. */
async function hold(page: Page): Promise<void> {
  await page.route('**/api/convert', () => undefined);
}

export const scenes: readonly Scene[] = [
  { name: 'home', path: '/', prepare: loaded },
  {
    name: 'home-picker',
    path: '/',
    prepare: async (page, stage) => {
      await choose(page, stage, ['photo.png']);
      await page.locator('#target').click();
    },
  },
  {
    name: 'home-chosen',
    path: '/',
    prepare: async (page, stage) => {
      await choose(page, stage, ['photo.png', 'report.docx', longName, 'data.json']);
      await page.locator('.losses').waitFor();
    },
  },
  {
    name: 'home-options',
    path: '/',
    prepare: async (page, stage) => {
      await choose(page, stage, ['photo.png'], 'webp');
      await page.locator('.presets > .quiet').click();
      await page.locator('.options').waitFor();
    },
  },
  {
    name: 'home-converting',
    path: '/',
    prepare: async (page, stage) => {
      await hold(page);
      await choose(page, stage, ['photo.png', 'report.docx'], 'pdf');
      await page.locator('#start').click();
      await page.locator('.row-progress').nth(1).waitFor();
    },
  },
  {
    name: 'home-done',
    path: '/',
    prepare: async (page, stage) => {
      await convert(page, stage, ['report.docx', 'photo.png'], 'pdf');
    },
  },
  {
    name: 'home-compare',
    path: '/',
    prepare: async (page, stage) => {
      await convert(page, stage, ['photo.png'], 'webp');
      await page.locator('.row-action > button').first().click();
      await page.locator('.compare').waitFor();
    },
  },
  {
    name: 'home-failed',
    path: '/',
    prepare: async (page, stage) => {
      await convert(page, stage, ['notes.png', 'cut.pdf', 'locked.pdf'], 'docx');
    },
  },
  { name: 'pair-document', path: '/docx-to-pdf', prepare: loaded },
  { name: 'pair-picture', path: '/png-to-webp', prepare: loaded },
  { name: 'formats', path: '/formats' },
  { name: 'format', path: '/formats/docx' },
  { name: 'docs', path: '/docs' },
  { name: 'docs-tag', path: '/docs/convert' },
  { name: 'docs-errors', path: '/docs/errors' },
  { name: 'not-found', path: '/nowhere' },
  { name: 'sign-in', path: '/dashboard' },
  { name: 'home-signed-in', path: '/', owner: 'fresh', prepare: loaded },
  { name: 'overview-empty', path: '/dashboard', owner: 'fresh', prepare: settled },
  { name: 'overview', path: '/dashboard', owner: 'busy', prepare: settled },
  { name: 'keys', path: '/dashboard/keys', owner: 'busy', prepare: settled },
  {
    name: 'keys-new',
    path: '/dashboard/keys',
    owner: 'fresh',
    prepare: async (page) => {
      await page.locator('#key-name').fill('billing server');
      await page.locator('#key-name').press('Enter');
      await page.locator('.secret').waitFor();
    },
  },
  { name: 'jobs', path: '/dashboard/jobs', owner: 'busy', prepare: settled },
  { name: 'webhooks', path: '/dashboard/webhooks', owner: 'busy', prepare: settled },
  { name: 'account', path: '/dashboard/account', owner: 'busy', prepare: settled },
];

async function loaded(page: Page): Promise<void> {
  await page.locator('[data-started=true]').waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
}

async function settled(page: Page): Promise<void> {
  await page.locator('#section-title').waitFor();
  await page.waitForLoadState('networkidle');
}
