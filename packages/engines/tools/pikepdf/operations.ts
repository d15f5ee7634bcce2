/**
 * Lists the operations of the PDF tools in the order in which they are applied, and the options that request each
 * operation.
 */
import type { OptionName } from '../../contract/options.ts';

interface Operation {
  /** Name of the module in `operations/` whose function `apply` runs the operation. */
  name: string;
  options: readonly OptionName[];
}

/**
 * The order of the operations matters. Content is removed before anything is added. Pages get their final size before
 * content such as stamps is placed on them. Bookmarks, attachments and metadata describe the finished pages.
 */
export const operations: readonly Operation[] = [
  { name: 'order', options: ['page_order'] },
  { name: 'turn', options: ['rotate_pages'] },
  { name: 'blank_pages', options: ['remove_blank_pages'] },
  { name: 'crop', options: ['crop'] },
  { name: 'form', options: ['form'] },
  { name: 'flatten', options: ['flatten'] },
  { name: 'sheets', options: ['nup', 'booklet', 'paper'] },
  {
    name: 'stamp',
    options: [
      ...([
        'stamp_text',
        'stamp_image',
        'stamp_position',
        'stamp_rotation',
        'stamp_opacity',
        'stamp_size',
      ] as const),
      ...(['stamp_colour', 'stamp_pages', 'stamp_layer'] as const),
    ],
  },
  { name: 'lines', options: ['page_header', 'page_footer', 'bates'] },
  { name: 'bookmarks', options: ['bookmarks'] },
  { name: 'metadata', options: ['set_title', 'set_author', 'set_subject', 'set_keywords', 'set_language'] },
  { name: 'accessible', options: ['pdfua'] },
  { name: 'attachments', options: ['remove_attachments', 'attach'] },
  { name: 'invoice', options: ['invoice'] },
];
