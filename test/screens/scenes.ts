/**
 * Lists the scenes for screenshots. Each scene opens a page of the service and brings the page into one state. Scenes
 * work in every language.
 */
import { choose, convert, hold, loaded, longName, settled, type Scene } from './stage.ts';
import { pdfScenes } from './pdf-scenes.ts';
import { shopScenes } from './shop-scenes.ts';

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
  {
    name: 'home-report',
    path: '/',
    prepare: async (page, stage) => {
      await choose(page, stage, ['report.docx'], 'txt');
      await page.locator('.presets > .quiet').click();
      await page.locator('input[name=option-report]').nth(1).check({ force: true });
      await page.locator('#start').click();
      await page.locator('.row-state.success').waitFor();
      await page.locator('.row-action > button').last().click();
      await page.waitForLoadState('networkidle');
    },
  },
  {
    name: 'home-visit',
    path: '/',
    prepare: async (page, stage) => {
      await convert(page, stage, ['data.json'], 'yaml');
      await page.locator('.row-remove').click();
      await convert(page, stage, ['photo.png'], 'webp');
    },
  },
  {
    name: 'home-recent',
    path: '/',
    prepare: async (page, stage) => {
      await convert(page, stage, ['data.json'], 'yaml');
      await page.reload();
      await page.locator('.recent-rows').waitFor();
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
  ...pdfScenes,
  ...shopScenes,
];
