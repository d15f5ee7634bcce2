/** OCRmyPDF with Tesseract: finds the text of scanned pages and of pictures. */
import { img2pdfMounts, img2pdfNeed, pageCommand } from '../img2pdf/page.ts';
import { modelOptions, modelTargets } from '../../codecs/document/targets.ts';
import { editable, writePdfText } from '../../codecs/pdftext/index.ts';
import { markdownOptions } from '../pandoc/index.ts';
import { defineEngine, type Step } from '../../contract/engine.ts';
import { binaries, pandocMounts, pictureMounts, vipsMounts } from '../../contract/mounts.ts';
import { pageCheck } from '../../shared/image/page-check.ts';
import { sourceDateEnv } from '../../contract/source-date-epoch.ts';
import { pictureReasons } from '../../shared/image/picture-options.ts';
import { vipsDecoders } from '../vips/index.ts';
import { languageFiles, pictures } from '../tesseract/languages.ts';
import { ocrMounts, recognize } from './recognize.ts';

export const ocrmypdf = defineEngine({
  id: 'ocrmypdf',
  title: 'OCRmyPDF with Tesseract',
  dangerous: 'all',
  needs: [
    { command: 'ocrmypdf', debian: 'ocrmypdf' },
    { command: 'tesseract', debian: 'tesseract-ocr' },
    { command: `${languageFiles}/eng.traineddata`, debian: 'tesseract-ocr-eng' },
    { command: 'mutool', debian: 'mupdf-tools' },
    { command: 'pdftoppm', debian: 'poppler-utils' },
    { command: 'pandoc', debian: 'pandoc' },
    { command: 'vips', debian: 'libvips-tools' },
    img2pdfNeed,
  ],
  mounts: (from, to) => [
    ...ocrMounts,
    ...(from === to
      ? []
      : [...pictureMounts, ...img2pdfMounts, ...vipsMounts, ...binaries('mutool'), ...pandocMounts]),
  ],
  edges: [
    {
      reads: pictures,
      writes: ['txt', 'html', 'md', ...editable],
      cost: 20,
      loses: ['picture'],
      options: (_, to) => ['ocr', 'language', ...(to === 'md' ? markdownOptions : [])],
    },
    {
      reads: pictures,
      writes: modelTargets,
      cost: 20,
      loses: ['picture'],
      options: (_, to) => ['ocr', 'language', ...modelOptions(to)],
    },
  ],
  passes: [
    { formats: ['pdf'], when: 'before', phase: 'recognize', options: ['ocr', 'language'] },
    { formats: ['pdf'], when: 'after', phase: 'recognize', sources: pictures, options: ['ocr', 'language'] },
  ],
  // Each page is recognized by a single thread.
  env: { ...sourceDateEnv, OMP_THREAD_LIMIT: '1' },
  limits: { memory: 2048 * 1024 * 1024 },
  singleThreaded: true,
  // A page of a compressed scan is 0.1 to 0.7 MB in size and takes up to 10 s.
  timeBudget: { ms: 60_000, perMegabyte: 15_000 },
  reasons: [
    ...pictureReasons,
    [/encrypted/i, 'password_required'],
    [/DecompressionBombError/, 'too_many_pixels'],
  ],
  command: (step) =>
    step.from === step.to ? [pageCheck(step, { rendered: true }), recognize(step)] : readPicture(step),
});

/** An A4 page at 400 dpi has 15 million pixels. More pixels take longer and do not make letters clearer. */
const mostPixels = 16_000_000;

/**
 * Returns the commands that put the picture on a PDF page, recognize the text of the page, and write the text in the
 * target format.
 */
function readPicture(step: Step): string[][] {
  const [page, read] = [`${step.work}/page.pdf`, `${step.work}/read.pdf`];
  const onPage = { ...step, to: 'pdf', output: page, options: {} };
  // If the result is plain text, the picture of the page may be gray, because the result contains no picture. A gray
  // picture is recognized twice as fast.
  const gray = step.to === 'txt';
  const { options } = step;
  const own = [...modelTargets, 'md'].includes(step.to) ? options : {};
  const text = { ...step, from: 'pdf', input: read, options: own };
  return [
    pageCommand(onPage, { ...vipsDecoders[step.from]?.(onPage), mostPixels, gray }),
    recognize({ ...step, from: 'pdf', to: 'pdf', input: page, output: read, intermediate: true }),
    ...writePdfText(text),
  ];
}
