/** Adds to the result the tags that FFmpeg drops, and warns about tags that the target does not support. */
import { formatsOfFamily } from '@protean/formats';
import { ffprobeTags } from '../command.ts';
import type { RunProgram } from '../streams/programs.ts';
import { sourceOfFile } from '../streams/sources.ts';
import { listed } from '../../../shared/runner/listed.ts';
import { warn } from '../../../shared/runner/warn.ts';
import type { Step } from '../../../contract/engine.ts';
import { withWholeTime } from './broadcast.ts';
import { chapterFlags, chaptersIn, hasCommentedChapters, type Chapter } from './chapters.ts';
import { writeId3Chapters } from './id3-chapters.ts';
import { matroskaFlags } from './matroska.ts';
import { attachedFiles, probedChapters, probedTags, type Probed } from './probed.ts';
import { metadataChunks } from './chunks.ts';
import { addTags, readTags, type LibraryTags } from './taglib.ts';
import { isEmpty, missingTags, namesOf, noTags, united, type Tags } from './tags.ts';

interface CarryTask {
  step: Step;
  /** Tags and chapters of the source, as ffprobe prints them. */
  probed: Probed;
  runProgram: RunProgram;
}

/** The tags, the chapters, the metadata chunks and the number of attachments of a file. */
interface Found {
  tags: Tags;
  /** Tags that TagLib reads. The value is absent if TagLib does not support the format. */
  library?: LibraryTags;
  chapters: readonly Chapter[];
  attachments: number;
  /** Names, as used in warnings, of metadata chunks that are not tags. */
  chunks: readonly string[];
}

/**
 * Returns the flags that make FFmpeg write the tags of the source. Returns undefined if FFmpeg copies the tags without
 * flags.
 */
export async function tagFlags(step: Step, muxer: string, probed: Probed): Promise<string[] | undefined> {
  if (!['matroska', 'webm', 'asf'].includes(muxer)) return undefined;
  const { tags, attachments } = await found(step.from, step.input, probed);
  if (muxer === 'asf') return asfFlags(tags);
  const sameFormat = step.from === step.to;
  return matroskaFlags({
    tags,
    work: step.work,
    holdsPictures: muxer === 'matroska',
    attachedBefore: sameFormat ? attachments : 0,
    sameFormat,
  });
}

/**
 * Returns the flags with which FFmpeg writes the chapters of the source as comments. Returns no flags for muxers that
 * store chapters in another way.
 */
export async function commentedChapters(step: Step, muxer: string, probed: Probed): Promise<string[]> {
  if (!hasCommentedChapters(muxer)) return [];
  const { chapters } = await found(step.from, step.input, probed);
  return chapterFlags(muxer, chaptersIn(chapters, step.options));
}

export async function carryTags({ step, probed, runProgram }: CarryTask): Promise<void> {
  const source = await found(step.from, step.input, probed);
  if (holdsNothing(source)) return;
  const target = { name: step.to, file: step.output };
  let result = await found(target.name, target.file, await probe(target.name, target.file, runProgram));
  const added = additions(source, result, step);
  const frames = sharesFrames(source, result) ? (source.library?.frames ?? []) : [];
  const isWritten = result.library && result.library.format !== 'MATROSKA';
  if (isWritten && (!isEmpty(added) || frames.length > 0 || result.library?.hasForeignNames)) {
    await addTags(step.output, added, frames);
    result = await found(target.name, target.file, await probe(target.name, target.file, runProgram));
  }
  if (withId3Chapters.has(step.to) && lacksChapters(source, result, step)) {
    await writeId3Chapters(step.output, chaptersIn(source.chapters, step.options));
    result = await found(target.name, target.file, await probe(target.name, target.file, runProgram));
  }
  const lost = lostNames(source, result, step);
  if (lost.length > 0) warn(step, 'metadata_left_out', listed(lost));
}

/** Formats with ID3 tags in which FFmpeg and TagLib write no chapters. */
const withId3Chapters = new Set(['wav', 'tta']);

const holdsNothing = ({ tags, library, chapters, attachments, chunks }: Found) =>
  isEmpty(tags) &&
  chapters.length === 0 &&
  attachments === 0 &&
  chunks.length === 0 &&
  !library?.hasChapterPictures &&
  (library?.frames ?? []).length === 0;

/**
 * If there are a description and a comment, returns flags that remove the description. Readers would mistake the
 * description for the comment.
 */
const asfFlags = ({ values }: Tags): string[] | undefined =>
  values.has('COMMENT') && values.has('DESCRIPTION')
    ? ['-map_metadata', '0', '-metadata', 'description=']
    : undefined;

async function probe(format: string, file: string, runProgram: RunProgram): Promise<Probed> {
  const { status, stdout } = await runProgram(ffprobeTags(sourceOfFile(format, file), file));
  return status === 0 ? (JSON.parse(stdout) as Probed) : {};
}

async function found(format: string, file: string, given: Probed): Promise<Found> {
  const probed = withWholeTime(given);
  const library = await readTags(file);
  const probedOnly = probedTags(probed, sourceOfFile(format, file).tagsOnSound === true);
  const seen = probedChapters(probed);
  return {
    tags: united(library ?? noTags, probedOnly),
    ...(library && { library }),
    // FFmpeg does not read the chapters of Opus.
    chapters: seen.length > 0 ? seen : (library?.chapters ?? []),
    attachments: attachedFiles(probed),
    chunks: metadataChunks(file),
  };
}

/** Formats for which FFmpeg writes some of the tags to places that TagLib does not read. */
const withOtherTags = new Set(['mov', ...formatsOfFamily('3gpp')]);

/** Tags in MP4 boxes that TagLib does not change. */
const outsideOfTags = new Set(['CREATION_TIME', 'LOCATION']);

/** Returns the tags that the result lacks and that must be written. */
function additions(source: Found, result: Found, step: Step): Tags {
  const missing = missingTags(source.tags, result.tags);
  if (isEmpty(missing) && !result.library?.hasForeignNames) return noTags;
  // When TagLib writes tags, it replaces all tags of the file, so the tags that only FFmpeg reads are written again.
  const more = withOtherTags.has(step.to) ? missing : missingTags(source.tags, result.library ?? noTags);
  const values = [...more.values].filter(
    ([tag]) => result.library?.format !== 'MP4' || !outsideOfTags.has(tag) || missing.values.has(tag),
  );
  return { ...more, values: new Map(values) };
}

const lacksChapters = (source: Found, result: Found, { options }: Step) =>
  result.chapters.length < chaptersIn(source.chapters, options).length;

const sharesFrames = (source: Found, result: Found) =>
  source.library?.format === 'MP3' && result.library?.format === 'MP3';

function lostNames(source: Found, result: Found, step: Step): string[] {
  const frames = sharesFrames(source, result) ? [] : (source.library?.frames ?? []);
  return [
    ...namesOf(missingTags(source.tags, result.tags)),
    ...(lacksChapters(source, result, step) ? ['chapters'] : []),
    ...(source.library?.hasChapterPictures && !result.library?.hasChapterPictures
      ? ['pictures of chapters']
      : []),
    ...(result.attachments < source.attachments ? ['attached files'] : []),
    ...source.chunks.filter((words) => !result.chunks.includes(words)),
    ...new Set(frames.map(({ id }) => (id === 'SYLT' ? 'synchronised lyrics' : `ID3 ${id}`))),
  ];
}
