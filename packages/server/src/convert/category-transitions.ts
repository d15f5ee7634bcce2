/** Changes of category that a person would ask for; a chain of several steps may change category only along a row. */
import type { Category, Trait } from '@protean/formats/format.ts';

export interface CategoryTransition {
  from: Category;
  to: Category;
  /** A category the chain may pass through on its way, besides the two ends. */
  through?: Category;
  /** What the source must hold for the crossing to make sense. */
  of?: Trait;
  /** What the target must hold for the crossing to make sense. */
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
  // A comic becomes another one, or a book that keeps its pictures in order, but not a text.
  { from: 'ebook', to: 'ebook', of: 'text' },
  { from: 'ebook', to: 'ebook', into: 'pages' },
  { from: 'ebook', to: 'ebook', into: 'structure' },
  // It goes onto pages of its own colours.
  { from: 'ebook', to: 'document', of: 'text' },
  { from: 'ebook', to: 'document', into: 'colour' },
  { from: 'ebook', to: 'image', through: 'document' },
  // What it looks like, printed.
  { from: 'font', to: 'document', into: 'colour' },
  { from: 'font', to: 'image', through: 'document' },
  // What is said becomes a text, and by way of a web page any other document.
  { from: 'subtitle', to: 'document', into: 'text' },
  { from: 'video', to: 'audio' },
  // Its wave is drawn.
  { from: 'audio', to: 'video' },
  { from: 'video', to: 'image' },
];
