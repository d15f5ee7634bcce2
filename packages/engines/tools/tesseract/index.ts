/** Tesseract without OCRmyPDF: finds the position of each word on pictures and pages, and writes hOCR. */
import { languageFiles, pictures } from './languages.ts';
import { defineEngine, runnerCommand, type Step } from '../../contract/engine.ts';
import { binaries, pdfTextMounts, pictureMounts, vipsMounts } from '../../contract/mounts.ts';
import { popplerCommand } from '../poppler/index.ts';
import { pageCheck } from '../../shared/image/page-check.ts';
import { pictureReasons } from '../../shared/image/picture-options.ts';
import { vipsDecoders, vipsEnv } from '../vips/index.ts';

/** Tesseract is trained with this resolution. A higher resolution does not make letters clearer. */
const defaultDpi = 300;

export const tesseract = defineEngine({
  id: 'tesseract',
  title: 'Tesseract',
  dangerous: 'all',
  needs: [
    { command: 'tesseract', debian: 'tesseract-ocr' },
    { command: `${languageFiles}/eng.traineddata`, debian: 'tesseract-ocr-eng' },
    { command: 'pdftoppm', debian: 'poppler-utils' },
    { command: '/usr/lib/python3/dist-packages/PIL/__init__.py', debian: 'python3-pil' },
    { command: 'vips', debian: 'libvips-tools' },
  ],
  mounts: (from) => [
    ...pdfTextMounts,
    ...binaries('tesseract'),
    '/usr/share/tesseract-ocr',
    ...(from === 'pdf' ? binaries('pdftoppm') : [...pictureMounts, ...vipsMounts]),
  ],
  edges: [
    { reads: pictures, writes: ['hocr'], cost: 20, options: ['language'] },
    { reads: ['pdf'], writes: ['hocr'], cost: 20, options: ['language', 'dpi'] },
  ],
  env: { ...vipsEnv, OMP_THREAD_LIMIT: '1' },
  limits: { memory: 2048 * 1024 * 1024 },
  singleThreaded: true,
  timeBudget: { ms: 25_000, perMegabyte: 5_000 },
  reasons: pictureReasons,
  command: (step) => (step.from === 'pdf' ? readPages(step) : readPicture(step)),
});

const read = (step: Step): string[] => runnerCommand('tools/tesseract/runner.py', step);

/**
 * Returns the commands that check the pages, render them to gray pictures in the scratch folder, and recognize them.
 */
function readPages(step: Step): string[][] {
  const { input, work, options } = step;
  const { dpi = defaultDpi } = options;
  const drawn = { ...step, options: { ...options, dpi } };
  const command = ['pdftoppm', '-q', '-gray', '-r', String(dpi), '-cropbox', input, `${work}/page`];
  return [pageCheck(drawn, { rendered: true }), popplerCommand(drawn, command), read(drawn)];
}

/**
 * Returns the commands that render each page of a picture upright and opaque, and recognize the text of the pages. The
 * commands drop the stored resolution, which often does not match the size of the letters.
 */
function readPicture(step: Step): string[][] {
  const options = { strip_metadata: true };
  const drawn = { ...step, to: 'png', output: `${step.work}/page.png`, outputDir: step.work, options };
  const decoder = vipsDecoders[step.from]?.(drawn);
  return [
    runnerCommand('tools/sharp/runner-codec.ts', { ...drawn, intermediate: true }, { holds: [], ...decoder }),
    read(step),
  ];
}
