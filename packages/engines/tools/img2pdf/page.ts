/** The command, options and files shared by the engines that run img2pdf. */
import { format } from '@protean/formats';
import { runnerCommand, type Step } from '../../contract/engine.ts';
import { binaries, pythonMounts } from '../../contract/mounts.ts';
import type { Decoding } from '../../shared/image/codec.ts';
import type { PageStep } from './page-image.ts';

export const img2pdfNeed = { command: 'img2pdf', debian: 'img2pdf' } as const;

export const img2pdfMounts = [...pythonMounts, ...binaries('img2pdf')];

export const sheetOptions = ['dpi', 'paper', 'margin'] as const;

export const pageOptions = [
  ...sheetOptions,
  ...(['background', 'width', 'height', 'fit', 'strip_metadata'] as const),
];

/**
 * Returns the command that writes the pages. With `album`, the command reads several pictures from the scratch folder.
 */
export const pageCommand = (
  step: Step,
  more: Decoding & { album?: boolean } & Pick<PageStep, 'applyProfile' | 'mostPixels' | 'gray'> = {},
): string[] =>
  runnerCommand('tools/img2pdf/runner.ts', step, { holds: format(step.to).holds, album: false, ...more });
