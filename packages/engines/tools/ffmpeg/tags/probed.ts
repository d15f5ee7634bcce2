/** Reads the tags and chapters that ffprobe finds, for containers that TagLib does not read. */
import type { Chapter } from './chapters.ts';
import { valuesOf, type Tags } from './tags.ts';

interface ProbedStream {
  codec_type?: string;
  codec_name?: string;
  sample_rate?: string;
  tags?: Record<string, string>;
}

export interface Probed {
  streams?: readonly ProbedStream[];
  chapters?: readonly { start_time?: string; end_time?: string; tags?: Record<string, string> }[];
  /** Programs of a transport stream. */
  programs?: readonly { tags?: Record<string, string> }[];
  format?: { tags?: Record<string, string> };
}

/**
 * Returns the tags of a file. Set `tagsOnSound` for Ogg, which stores tags in its audio streams instead of the file
 * header.
 */
export function probedTags({ format, streams = [], programs = [] }: Probed, tagsOnSound: boolean): Tags {
  const onStream = tagsOnSound ? streams.find(({ codec_type: type }) => type === 'audio')?.tags : undefined;
  const all = Object.entries({
    ...onStream,
    ...titleOf(programs[0]),
    ...timecodeOf(streams),
    ...format?.tags,
  });
  return { values: valuesOf(all.map(([name, value]) => [name, [value]])), pictures: [] };
}

/** The service name that FFmpeg writes by default. */
const unnamedService = 'Service01';

function titleOf(program: { tags?: Record<string, string> } | undefined): { title?: string } {
  const name = program?.tags?.['service_name'];
  return name === undefined || name === unnamedService ? {} : { title: name };
}

/**
 * Returns the timecode. QuickTime stores the timecode as a track, and Matroska stores the timecode as a tag of the
 * file.
 */
function timecodeOf(streams: readonly ProbedStream[]): { timecode?: string } {
  const found = streams
    .flatMap(({ tags = {} }) => Object.entries(tags))
    .find(([name]) => name.toLowerCase() === 'timecode');
  return found ? { timecode: found[1] } : {};
}

export const probedChapters = ({ chapters = [] }: Probed): Chapter[] =>
  chapters.map(({ start_time: start, end_time: end, tags }) => ({
    seconds: Number(start) || 0,
    ...(Number(end) > 0 && { end: Number(end) }),
    title: tags?.['title'] ?? '',
  }));

/** Returns the number of attached files, such as fonts of subtitles. */
export const attachedFiles = ({ streams = [] }: Probed): number =>
  streams.filter(({ codec_type: type }) => type === 'attachment').length;
