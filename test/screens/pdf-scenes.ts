/**
 * Lists the scenes for screenshots of the PDF tools: the overview of the tools, and tools before and after a PDF is
 * chosen.
 */
import { choose, convert, loaded, type Scene } from './stage.ts';

/** PDF tools with only one screenshot: the page before a file is chosen. */
const emptyTools = [
  'layout',
  'number',
  'redact',
  'fill',
  'unlock',
  'ocr',
  'archive',
  'clean',
  'protect',
] as const;

export const pdfScenes: readonly Scene[] = [
  { name: 'pdf-tools', path: '/pdf-tools' },
  ...emptyTools.map((name) => ({ name: `${name}-pdf`, path: `/${name}-pdf`, prepare: loaded })),
  ...(['compress', 'merge', 'split', 'organize', 'stamp', 'sign', 'compare'] as const).flatMap(
    (name): Scene[] => [
      { name: `${name}-pdf`, path: `/${name}-pdf`, prepare: loaded },
      {
        name: `${name}-pdf-chosen`,
        path: `/${name}-pdf`,
        prepare: async (page, stage) => {
          await choose(page, stage, name === 'merge' ? ['book.pdf', 'report.docx'] : ['book.pdf']);
          if (name === 'organize') await page.locator('.page-picture canvas').nth(4).waitFor();
          await page.waitForLoadState('networkidle');
        },
      },
    ],
  ),
  {
    name: 'organize-pdf-arranged',
    path: '/organize-pdf',
    prepare: async (page, stage) => {
      await choose(page, stage, ['book.pdf']);
      await page.locator('.page-button.page_turn').first().click();
      await page.locator('.page-button.page_leave_out').nth(1).click();
      await page.locator('.page-button.page_later').nth(2).click();
    },
  },
  {
    name: 'organize-pdf-unreadable',
    path: '/organize-pdf',
    prepare: async (page, stage) => {
      await choose(page, stage, ['locked.pdf']);
      await page.locator('.pages-fields').waitFor();
    },
  },
  {
    name: 'compare-pdf-done',
    path: '/compare-pdf',
    prepare: async (page, stage) => {
      await page.locator('[data-started=true]').waitFor({ state: 'attached' });
      await page.locator('input[type=file]').last().setInputFiles(stage.files['other.pdf']);
      await convert(page, stage, ['book.pdf']);
    },
  },
  {
    name: 'split-pdf-done',
    path: '/split-pdf',
    prepare: async (page, stage) => {
      await page.locator('[data-started=true]').waitFor({ state: 'attached' });
      await page.locator('#option-split').fill('1-2,3-last');
      await page.locator('#option-split').blur();
      await convert(page, stage, ['book.pdf']);
    },
  },
  {
    name: 'sign-pdf-missing',
    path: '/sign-pdf',
    prepare: async (page, stage) => {
      await choose(page, stage, ['book.pdf']);
      await page.locator('#start').click();
      await page.locator('#convert-hint:not([hidden])').waitFor();
    },
  },
];
