/** The tags and chapters that ffprobe finds, for containers that TagLib does not read. */
import type { Chapter } from './chapters.ts';
import { valuesOf, type Tags } from './tags.ts';

interface ProbedStream {
  codec_type?: string;
  codec_name?: string;
  tags?: Record<string, string>;
}

export interface Probed {
  streams?: readonly ProbedStream[];
  chapters?: readonly { start_time?: string; tags?: Record<string, string> }[];
  format?: { tags?: Record<string, string> };
}

/** `tagsOnSound`: Ogg has no tags of the file, only of its streams. */
export function probedTags({ format, streams = [] }: Probed, tagsOnSound: boolean): Tags {
  const onStream = tagsOnSound ? streams.find(({ codec_type: type }) => type === 'audio')?.tags : undefined;
  const all = Object.entries({ ...onStream, ...format?.tags });
  return { values: valuesOf(all.map(([name, value]) => [name, [value]])), pictures: [] };
}

export const probedChapters = ({ chapters = [] }: Probed): Chapter[] =>
  chapters.map(({ start_time: start, tags }) => ({
    seconds: Number(start) || 0,
    title: tags?.['title'] ?? '',
  }));

/** The number of attached files, such as the fonts of subtitles. */
export const attachedFiles = ({ streams = [] }: Probed): number =>
  streams.filter(({ codec_type: type }) => type === 'attachment').length;
