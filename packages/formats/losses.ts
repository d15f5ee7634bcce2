/**
 * Selects the notices that tell users what a route loses. The names of lost traits are for programs, so users read
 * notices instead of names.
 */
import type { Category, Format, Trait } from './format.ts';

/** All notices, in the order in which they are shown. */
export const notices = [
  'same',
  ...([
    'only_text',
    'only_sound',
    'only_subtitles',
    'only_tables',
    'only_values',
    'only_attachments',
  ] as const),
  ...(['font_sample', 'as_picture', 'no_text', 'no_structure', 'plain_structure', 'no_fields'] as const),
  ...(['no_math', 'math_as_text', 'some_styling', 'breaks', 'no_images', 'page_each', 'sheet_each'] as const),
  ...(['results', 'values_as_text', 'graphics', 'background', 'pixels', 'still', 'silent', 'grey'] as const),
  ...(['shades', 'compressed', 'no_high_tones', 'no_tags', 'no_times', 'no_screen'] as const),
  ...(['no_folders', 'no_modes', 'one_level', 'nulls', 'less_sharp', 'nothing'] as const),
] as const;

export type Notice = (typeof notices)[number];

/** Kind of target. Documents and e-books are divided into fixed pages, flowing text and plain text. */
type TargetKind = 'pages' | 'flow' | 'plain' | Exclude<Category, 'document' | 'ebook'>;

/**
 * The notice for a lost trait, by kind of target. `any` applies to the kinds of target that the row does not list.
 * `null` means that the loss is not noticeable.
 */
type NoticeRow = Readonly<Partial<Record<TargetKind, Notice | null>> & { any: Notice | null }>;

/**
 * Notices for documents that become images or plain text. An image of a document keeps its appearance, but its text
 * cannot be selected.
 */
const drawn = { image: 'as_picture', plain: 'only_text' } as const;

const rows: Readonly<Record<Trait, NoticeRow>> = {
  alpha: { any: 'background', flow: 'graphics', plain: 'only_text', spreadsheet: 'only_tables' },
  animation: { any: 'still', plain: 'only_text', audio: 'only_sound', subtitle: 'only_subtitles' },
  colour: {
    any: 'grey',
    ...{ flow: 'graphics', plain: 'only_text', spreadsheet: 'only_tables' },
    ...{ audio: 'only_sound', subtitle: 'only_subtitles' },
  },
  depth: { any: 'shades', plain: 'only_text' },
  exact: { any: 'compressed', plain: 'only_text' },
  vector: { any: 'pixels', flow: 'graphics', plain: 'only_text', spreadsheet: 'only_tables' },
  sound: { any: 'silent', subtitle: 'only_subtitles' },
  // An image made from a video loses only the sound, because the image can be animated.
  picture: { any: 'silent', audio: 'only_sound', subtitle: 'only_subtitles' },
  fullband: { any: 'no_high_tones', image: 'silent', subtitle: 'only_subtitles' },
  tags: { any: 'no_tags', subtitle: 'only_subtitles' },
  timing: { any: 'no_times' },
  screen: { any: 'no_screen' },
  text: { any: 'no_text', ...drawn, archive: 'only_attachments' },
  structure: {
    any: 'plain_structure',
    ...drawn,
    ...{ pages: 'no_structure', archive: 'only_attachments', data: 'no_fields' },
  },
  math: { any: 'math_as_text', ...drawn, pages: 'no_math', spreadsheet: 'only_tables', data: 'only_values' },
  styling: {
    any: 'some_styling',
    ...drawn,
    ...{ spreadsheet: 'only_values', data: 'only_values', archive: 'only_attachments' },
  },
  layout: { any: 'breaks', ...drawn, spreadsheet: 'only_tables' },
  images: {
    any: 'no_images',
    ...drawn,
    ...{ spreadsheet: 'only_values', data: 'only_values', archive: null },
  },
  pages: {
    any: 'breaks',
    ...{ image: 'page_each', pages: 'page_each', plain: 'only_text' },
    ...{ spreadsheet: 'only_tables', archive: null },
  },
  sheets: { any: null, spreadsheet: 'sheet_each' },
  types: { any: null, spreadsheet: 'values_as_text', data: 'values_as_text' },
  formulas: { any: 'results' },
  tree: { any: 'no_folders' },
  modes: { any: 'no_modes' },
  nesting: { any: 'one_level' },
  nulls: { any: 'nulls' },
  glyphs: { any: 'font_sample' },
  hinting: { any: 'font_sample', font: 'less_sharp' },
};

/** Notices about losses that do not change the appearance. */
const unseen: ReadonlySet<Notice> = new Set([
  ...(['as_picture', 'no_text', 'no_structure', 'no_math', 'page_each', 'results', 'pixels'] as const),
]);

/** Returns the notices about a route, most important first. The list is empty if nothing is lost. */
export function noticesOf(source: Format, target: Format, loses: readonly string[]): readonly Notice[] {
  if (loses.length === 0) return [];
  const kind = kindOf(target);
  const lost = loses.filter((name): name is Trait => Object.hasOwn(rows, name));
  const found = new Set(
    lost.flatMap((trait) => (kind in rows[trait] ? rows[trait][kind] : rows[trait].any) ?? []),
  );
  // Lost transparency is noticeable only if the source is an image, because documents have a white background.
  if (source.category !== 'image') found.delete('background');
  if (found.size === 0) return ['nothing'];
  const isDrawn = kind === 'image' || kind === 'pages';
  if (isDrawn && hasLook(source) && [...found].every((notice) => unseen.has(notice))) found.add('same');
  return notices.filter((notice) => found.has(notice));
}

function kindOf({ category, holds }: Format): TargetKind {
  if (category !== 'document' && category !== 'ebook') return category;
  // Documents and e-books without text are comics, which consist of images.
  if (!holds.includes('text')) return 'image';
  if (holds.includes('layout') && !holds.includes('structure')) return 'pages';
  return holds.includes('styling') || holds.includes('structure') ? 'flow' : 'plain';
}

/** Returns whether files of the format look the same in every program. */
function hasLook({ category, holds }: Format): boolean {
  return (
    category === 'image' ||
    holds.includes('layout') ||
    (category === 'spreadsheet' && holds.includes('styling'))
  );
}
