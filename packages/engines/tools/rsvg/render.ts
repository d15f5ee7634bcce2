/** The command lines that check a drawing and render it with rsvg-convert. */
import { runnerCommand, type Step } from '../../contract/engine.ts';
import type { Options } from '../../contract/options.ts';

/** Returns the command that checks a drawing before {@link render}. */
export const check = (step: Step): string[] => runnerCommand('tools/rsvg/runner_check.py', step);

/** Returns the command that renders a drawing. Without options, the resolution is 96 pixels per inch. */
export function render(
  { input, options }: Pick<Step, 'input' | 'options'>,
  format: string,
  file: string,
): string[] {
  return ['rsvg-convert', '--format', format, ...scale(options), '--output', file, input];
}

/**
 * Returns the flags for the requested size. rsvg-convert draws at this size, because scaling pixels would blur them.
 */
function scale({ dpi, width, height, fit = 'inside' }: Options): string[] {
  const sides = [
    ...(width === undefined ? [] : ['--width', String(width)]),
    ...(height === undefined ? [] : ['--height', String(height)]),
  ];
  if (sides.length > 0) return fit === 'fill' ? sides : [...sides, '--keep-aspect-ratio'];
  return dpi === undefined ? [] : ['--zoom', String(dpi / 96)];
}
