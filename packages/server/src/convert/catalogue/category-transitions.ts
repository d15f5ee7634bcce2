/** The category transitions that make sense; a chain of several steps may change its category only along a row. */
import type { Category, Trait } from '@protean/formats/format.ts';

export interface CategoryTransition {
  from: Category;
  to: Category;
  /** A category that the chain may pass through besides the two. */
  through?: Category;
  /** A format that the chain must pass through. */
  by?: string;
  /** What the source must hold. */
  of?: Trait;
  /** What the target must hold. */
  into?: Trait;
}

export const categoryTransitions: readonly CategoryTransition[] = [
  { from: 'document', to: 'image' },
  { from: 'document', to: 'ebook' },
  // A picture goes onto pages of its own colours, not into a text.
  { from: 'image', to: 'document', into: 'colour' },
  { from: 'spreadsheet', to: 'document' },
  { from: 'spreadsheet', to: 'image', through: 'document' },
  { from: 'spreadsheet', to: 'data' },
  { from: 'data', to: 'spreadsheet' },
  { from: 'data', to: 'document' },
  // A comic becomes another comic, or a book that keeps its pictures in order, but not a text.
  { from: 'ebook', to: 'ebook', of: 'text' },
  { from: 'ebook', to: 'ebook', into: 'pages' },
  { from: 'ebook', to: 'ebook', into: 'structure' },
  // A book goes onto pages of its own colours.
  { from: 'ebook', to: 'document', of: 'text' },
  { from: 'ebook', to: 'document', into: 'colour' },
  { from: 'ebook', to: 'image', through: 'document' },
  // The web page in an archive becomes what a web page does.
  { from: 'archive', to: 'document', by: 'html' },
  { from: 'archive', to: 'image', through: 'document', by: 'html' },
  { from: 'archive', to: 'ebook', through: 'document', by: 'html' },
  // A font becomes a specimen page.
  { from: 'font', to: 'document', into: 'colour' },
  { from: 'font', to: 'image', through: 'document' },
  // The words become a text, and by way of a web page any other document.
  { from: 'subtitle', to: 'document', into: 'text' },
  { from: 'video', to: 'audio' },
  // The waveform is drawn.
  { from: 'audio', to: 'video' },
  { from: 'video', to: 'image' },
  // The frames of an animated image become a video.
  { from: 'image', to: 'video', by: 'apng' },
];
