/**
 * Tags of Broadcast Wave files (EBU Tech 3285). FFmpeg copies the tags of a Broadcast Wave file under other names or
 * with outdated values.
 */
import type { Options } from '../../../contract/options.ts';
import type { Probed } from './probed.ts';

type Values = Readonly<Record<string, string>>;

/**
 * Maps FFmpeg's tag names for fields of the chunk `bext`. For each field, the first name is the name that FFmpeg reads,
 * and the second name is the name that FFmpeg writes.
 */
const writtenNames: Values = {
  comment: 'description',
  encoded_by: 'originator',
  date: 'origination_date',
};

const clock = /^\d\d:\d\d:\d\d$/;

const isBroadcast = ({ time_reference: reference, coding_history: history }: Values) =>
  reference !== undefined || history !== undefined;

/**
 * Returns the tags to write into the result. Adds the date to a creation time without a date, and moves the time
 * reference to the start of the requested part.
 */
export function withBroadcastTags(probed: Probed, options: Options): Probed {
  const tags = probed.format?.tags;
  if (!tags) return probed;
  const changed = withWholeTime(probed);
  return {
    ...changed,
    format: { tags: { ...changed.format?.tags, ...timeReference(probed, tags, options) } },
  };
}

/**
 * Returns the tags with the date added to a creation time without a date, because FFmpeg would add the current date.
 */
export function withWholeTime(probed: Probed): Probed {
  const { creation_time: time = '', date = '' } = probed.format?.tags ?? {};
  if (!clock.test(time) || !/^\d{4}-\d\d-\d\d$/.test(date)) return probed;
  return { ...probed, format: { tags: { ...probed.format?.tags, creation_time: `${date}T${time}` } } };
}

/** Returns the time reference in samples since midnight. */
function timeReference(
  { streams = [] }: Probed,
  { time_reference: reference }: Values,
  options: Options,
): Values {
  const rate = Number(streams.find(({ codec_type: type }) => type === 'audio')?.sample_rate);
  if (reference === undefined || !(rate > 0)) return {};
  const { start = 0, sample_rate: samples = rate } = options;
  return { time_reference: String(Math.round((Number(reference) / rate + start) * samples)) };
}

/**
 * Returns flags that write each tag of `changed` whose value differs from the value in `source`. If the target is WAV
 * and the tags are from a Broadcast Wave file, the flags also write the chunk `bext`.
 */
export function broadcastFlags(source: Probed, changed: Probed, muxer: string): string[] {
  const [old, tags] = [source.format?.tags ?? {}, changed.format?.tags ?? {}];
  const different = Object.entries(tags).filter(([name, value]) => old[name] !== value);
  const flags = different.flatMap(([name, value]) => ['-metadata', `${name}=${value}`]);
  return muxer === 'wav' && isBroadcast(tags) ? [...flags, ...chunkFlags(old)] : flags;
}

function chunkFlags(tags: Values): string[] {
  const named = Object.entries(writtenNames).flatMap(([read, written]) =>
    tags[read] === undefined ? [] : ['-metadata', `${written}=${tags[read]}`],
  );
  const time = tags['creation_time'] ?? '';
  return [
    '-write_bext',
    '1',
    ...named,
    ...(clock.test(time) ? ['-metadata', `origination_time=${time}`] : []),
  ];
}
