/** The command with which OCRmyPDF adds a text layer to a PDF, for engines that read the text. */
import { runnerCommand, type Step } from '../../contract/engine.ts';
import { binaries, pdfTextMounts } from '../../contract/mounts.ts';

export const ocrMounts = [
  ...pdfTextMounts,
  ...binaries('ocrmypdf', 'tesseract', 'gs', 'pdftoppm', 'pdftotext'),
  ...['/usr/share/tesseract-ocr', '/usr/share/ghostscript', '/var/lib/ghostscript', '/usr/share/color/icc'],
  ...['/usr/share/fonts/type1/urw-base35', '/etc/fonts', '/usr/share/fontconfig'],
];

/** Returns the command that adds a text layer to the pages of a PDF. */
export const recognize = (step: Step): string[] => runnerCommand('tools/ocrmypdf/runner.py', step);
