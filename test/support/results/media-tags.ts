/** Makes media files with tags. Reads the tags of results, and the warning that lists omitted tags. */
import type { ConversionReport } from '../../../packages/server/src/convert/result/report.ts';
import { run } from '../../samples/run.ts';
import type { OptionValues, Workbench } from './workbench.ts';

export const ffmpeg = (...args: string[]) => run('/usr/bin/ffmpeg', ['-v', 'error', '-y', ...args]);

/**
 * Returns two chapters of 1 second each, in FFmpeg's metadata format. `globals` are lines that precede the chapters.
 */
export function chapterList(...globals: readonly string[]): string {
  const chapter = (start: number, title: string) =>
    `[CHAPTER]\nTIMEBASE=1/1000\nSTART=${start}\nEND=${start + 1000}\ntitle=${title}\n`;
  return [';FFMETADATA1\n', ...globals, chapter(0, 'One'), chapter(1000, 'Two')].join('');
}

export interface Probed {
  format: { tags?: Record<string, string> };
  streams: {
    codec_type: string;
    start_time?: string;
    disposition: { default: number; attached_pic: number };
    tags?: Record<string, string>;
  }[];
  chapters: { start_time: string; tags?: Record<string, string> }[];
}

export async function probed(file: string): Promise<Probed> {
  const shown = ['-show_format', '-show_streams', '-show_chapters'];
  const { stdout } = await run('/usr/bin/ffprobe', ['-v', 'error', '-of', 'json', ...shown, file]);
  return JSON.parse(String(stdout)) as Probed;
}

interface Conversion {
  file: string;
  from: string;
  to: string;
  options?: OptionValues;
}

/**
 * Converts a file. Resolves with the path of the result, and with the message of the warning about omitted metadata, if
 * any.
 */
export async function convertedTags(lab: Workbench, { file, from, to, options = {} }: Conversion) {
  const result = await lab.converted(from, to, options, file);
  const answer = await lab.send(file, from, to, { ...options, report: 'true' } as OptionValues);
  const { report } = JSON.parse(answer.body.toString()) as { report: ConversionReport };
  const lost = report.warnings.find(({ code }) => code === 'metadata_left_out')?.message;
  return { file: result, lost };
}
