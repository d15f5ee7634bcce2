/** Reads and writes the tags of media files with TagLib, which supports the tag names of each container. */
import { PROPERTIES, TagLib, type AudioFile, type Id3v2Frame } from 'taglib-wasm';
import { mendChapterReferences } from './chapter-track.ts';
import { chaptersOf, type Chapter } from './chapters.ts';
import { fromOpusGain, toOpusGain } from './gain.ts';
import { isStructural, tagName } from './names.ts';
import { pictureFileName, valuesOf, type Picture, type Tags } from './tags.ts';
import { trackFrame, writeTrackTotal } from './track-total.ts';

/** The tags of a file, and properties that only TagLib reads. */
export interface LibraryTags extends Tags {
  /** TagLib's name of the format. */
  format: string;
  /** Chapters in Vorbis comments. */
  chapters: readonly Chapter[];
  /** ID3 frames that have no equivalent in other containers and are not listed in `tags`. */
  frames: readonly Id3v2Frame[];
  /** Whether ID3 chapters have pictures. */
  hasChapterPictures: boolean;
  /** Whether some tags of the file have names from another container format. */
  hasForeignNames: boolean;
}

let library: Promise<TagLib> | undefined;
/**
 * Loads the WASI build of TagLib, because it reads files in place. The Emscripten build of TagLib would copy each file
 * into memory.
 */
const loaded = () => (library ??= TagLib.initialize({ forceWasmType: 'wasi' }));

/** Returns undefined if TagLib does not read the format. */
export async function readTags(path: string): Promise<LibraryTags | undefined> {
  const file = await opened(path);
  if (!file) return undefined;
  try {
    return tagsOf(file);
  } finally {
    file.dispose();
  }
}

/** Adds `added` to the tags of a file, and writes all tags of the file under the names that the file's format uses. */
export async function addTags(path: string, added: Tags, frames: readonly Id3v2Frame[]): Promise<void> {
  const file = await opened(path);
  if (!file) return;
  try {
    const present = tagsOf(file);
    const foreign = propertiesOf(file).filter(([name]) => isForeign(name));
    const values = new Map([...present.values, ...added.values]);
    // TagLib removes a tag that is set to an empty list.
    const removed = foreign.map(([name]) => [name, []] as [string, string[]]);
    file.setProperties(Object.fromEntries([...removed, ...named(values, present.format)]));
    const [number, total] = [values.get('TRACKNUMBER')?.[0], values.get('TRACKTOTAL')?.[0]];
    if (present.format === 'MP3' && number && total) file.setId3v2Frames('TRCK', [trackFrame(number, total)]);
    if (added.pictures.length > 0)
      file.setPictures(picturesFor([...present.pictures, ...added.pictures], present.format));
    const rating = added.rating ?? present.rating;
    if (rating !== undefined) setRating(file, rating);
    for (const id of new Set(frames.map((frame) => frame.id)))
      file.setId3v2Frames(
        id,
        frames.filter((frame) => frame.id === id).map(({ data }) => data),
      );
    await file.saveToFile(path);
    if (present.format === 'MP4') mendChapterReferences(path);
    if (present.format === 'MP4' && number && total) writeTrackTotal(path, Number(total));
  } finally {
    file.dispose();
  }
}

function setRating(file: AudioFile, rating: number): void {
  if (withRatings.has(file.getFormat())) file.setRating(rating);
  else file.setProperty('RATING', String(rating));
}

async function opened(path: string): Promise<AudioFile | undefined> {
  const taglib = await loaded();
  try {
    const file = await taglib.open(path);
    if (file.isValid()) return file;
    file.dispose();
    return undefined;
  } catch {
    return undefined;
  }
}

function tagsOf(file: AudioFile): LibraryTags {
  const format = file.getFormat();
  const given = propertiesOf(file);
  const lyrics = file.getLyrics().map(({ text }) => text);
  const rating = ratingOf(file, given);
  const frames = format === 'MP3' ? file.getId3v2Frames() : [];
  const values = valuesOf([
    ...given.filter(([name]) => name !== 'RATING' || rating === undefined),
    ['LYRICS', lyrics],
  ]);
  return {
    format,
    values: format === 'OPUS' ? fromOpusGain(values) : values,
    pictures: file.getPictures().map(pictureOf),
    ...(rating === undefined ? {} : { rating }),
    chapters: chaptersOf(given),
    frames: frames.filter(({ id }) => !modelled.test(id)),
    hasChapterPictures: frames.some(({ id, data }) => id === 'CHAP' && Buffer.from(data).includes('APIC')),
    hasForeignNames: given.some(([name]) => isForeign(name)),
  };
}

const withRatings = new Set(['MP3', 'MP4', 'FLAC', 'OGG', 'OPUS']);

/** Returns the rating from 0 to 1, or undefined. Formats without ratings store a rating as the custom tag RATING. */
function ratingOf(
  file: AudioFile,
  given: readonly (readonly [string, readonly string[]])[],
): number | undefined {
  const custom = Number(given.find(([name]) => name === 'RATING')?.[1][0] ?? Number.NaN);
  return file.getRating() ?? (custom >= 0 && custom <= 1 ? custom : undefined);
}

/** ID3 frames that TagLib reads as properties, pictures or ratings, or that FFmpeg reads as chapters. */
const modelled = /^(T...|COMM|USLT|APIC|POPM|CHAP|CTOC|UFID|PCST|WFED|MVNM|MVIN|GRP1|RVA2|W...|TIPL|TMCL)$/;

/** Returns the properties under TagLib's names. taglib-wasm renames the properties in its table `PROPERTIES`. */
function propertiesOf(file: AudioFile): [string, string[]][] {
  const names: Readonly<Record<string, { key: string } | undefined>> = PROPERTIES;
  // In Matroska, the tag ENCODEDBY contains the name of the program that wrote the file.
  const isProgram = (name: string) => name === 'ENCODEDBY' && file.getFormat() === 'MATROSKA';
  return Object.entries(file.properties())
    .map(([name, list]): [string, string[]] => [names[name]?.key ?? name, list ?? []])
    .filter(([name]) => !isProgram(name));
}

/** Returns whether FFmpeg copied the tag name from another container. Ignores tags about encoders and chapters. */
const isForeign = (name: string) =>
  (tagName(name) !== name && name !== descriptionOfMp4) ||
  (isStructural(name) && !/^(ENCOD|CHAPTER)/.test(name));

/** TagLib's name of the MP4 atom `desc`. */
const descriptionOfMp4 = 'PODCASTDESC';

/** Returns the values as the format stores them. */
function named(values: Tags['values'], format: string): [string, string[]][] {
  const held = format === 'OPUS' ? toOpusGain(values) : values;
  const nameOf = (tag: string) => (format === 'MP4' && tag === 'DESCRIPTION' ? descriptionOfMp4 : tag);
  if (format !== 'ASF') return [...held].map(([tag, list]) => [nameOf(tag), [...list]]);
  // Joins the values of each tag with `; `, because TagLib would join the values with spaces. Adds the number of discs
  // to the disc number, because Windows Media has no separate tag for the number of discs.
  const discs = values.get('DISCTOTAL');
  // In Windows Media files, comment and description are the same tag.
  const kept = [...held].filter(([tag]) => tag !== 'DESCRIPTION' || !held.has('COMMENT'));
  return kept.map(([tag, list]) => [
    tag,
    [tag === 'DISCNUMBER' && discs ? `${list[0]}/${discs[0]}` : list.join('; ')],
  ]);
}

/**
 * Formats whose APE tags store each picture with a file name instead of a description. Players derive the media type of
 * the picture from the file name.
 */
const withFileNames = new Set(['WV', 'APE', 'MPC']);

/**
 * Returns the pictures in the form in which the format stores them. If no picture is marked as the front cover, marks
 * the first picture as the front cover, unless the first picture has another type. MP4 and Matroska files do not mark
 * the front cover.
 */
function picturesFor(pictures: readonly Picture[], format: string): Parameters<AudioFile['setPictures']>[0] {
  const hasFront = pictures.some(({ type }) => type === 'FrontCover');
  return pictures.map((picture, n) => ({
    ...picture,
    ...(withFileNames.has(format) && { description: pictureFileName(picture) }),
    type: (!hasFront && n === 0 && picture.type === 'Other' ? 'FrontCover' : picture.type) as 'FrontCover',
  }));
}

/** Returns the picture with a media type detected from its bytes, because APE tags lack the media type. */
function pictureOf({ mimeType, data, type, description }: Picture): Picture {
  const begins = Buffer.from(data.subarray(0, 4)).toString('hex');
  const known = begins.startsWith('ffd8ff') ? 'image/jpeg' : begins === '89504e47' ? 'image/png' : mimeType;
  return { mimeType: known, data, type, ...(description === undefined ? {} : { description }) };
}
