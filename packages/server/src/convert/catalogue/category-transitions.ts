/**
 * The changes of category that make sense, such as from spreadsheet to document. A chain of several steps may convert
 * to another category only if a row allows it.
 */
import type { Category, Trait } from '@protean/formats/format.ts';

export interface CategoryTransition {
  from: Category;
  to: Category;
  /** A third category that the chain may pass through. */
  through?: Category;
  /** A format that the chain must pass through. */
  by?: string;
  /** Trait that the source must be able to hold. Traits are properties of formats, such as `text` or `colour`. */
  of?: Trait;
  /** Trait that the target must be able to hold. */
  into?: Trait;
}

export const categoryTransitions: readonly CategoryTransition[] = [
  { from: 'document', to: 'image' },
  { from: 'document', to: 'ebook' },
  // An image is converted to documents that show it in colour, not to documents that contain only text.
  { from: 'image', to: 'document', into: 'colour' },
  { from: 'spreadsheet', to: 'document' },
  { from: 'spreadsheet', to: 'image', through: 'document' },
  { from: 'spreadsheet', to: 'data' },
  { from: 'data', to: 'spreadsheet' },
  { from: 'data', to: 'document' },
  // A comic converts to another comic, or to a book that keeps its pictures in order, but not to text.
  { from: 'ebook', to: 'ebook', of: 'text' },
  { from: 'ebook', to: 'ebook', into: 'pages' },
  { from: 'ebook', to: 'ebook', into: 'structure' },
  // A book with text converts to any document. A comic converts only to documents that can hold colour.
  { from: 'ebook', to: 'document', of: 'text' },
  { from: 'ebook', to: 'document', into: 'colour' },
  { from: 'ebook', to: 'image', through: 'document' },
  // The web page in an archive converts to the same targets as any web page.
  { from: 'archive', to: 'document', by: 'html' },
  { from: 'archive', to: 'image', through: 'document', by: 'html' },
  { from: 'archive', to: 'ebook', through: 'document', by: 'html' },
  // A font converts to a specimen page.
  { from: 'font', to: 'document', into: 'colour' },
  { from: 'font', to: 'image', through: 'document' },
  // The spoken words of a subtitle file convert to a text document, and through HTML to any other document.
  { from: 'subtitle', to: 'document', into: 'text' },
  { from: 'video', to: 'audio' },
  // Audio converts to a video that shows its waveform.
  { from: 'audio', to: 'video' },
  { from: 'video', to: 'image' },
  // The frames of an animated image become a video.
  { from: 'image', to: 'video', by: 'apng' },
];
