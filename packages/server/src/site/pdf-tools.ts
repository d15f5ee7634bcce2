/** The PDF tools: pages that show the options of PDF for one task, such as /compress-pdf. */
import type { OptionName } from '@protean/engines/contract/options.ts';
import type { PdfToolMessages } from '@protean/messages/pdf-tools/messages.ts';
import type { RouteIndex } from '../convert/catalogue/planner.ts';

type ToolName = keyof PdfToolMessages extends infer Key
  ? Key extends `${infer Name}_title`
    ? Name
    : never
  : never;

export interface PdfTool {
  name: ToolName;
  /** Options that the page shows as fields, in this order. The list is empty if the task needs no options. */
  options: readonly OptionName[];
  /** Options that are already set when the page opens. */
  values?: Readonly<Partial<Record<OptionName, string>>>;
  /**
   * The user must set at least one of the options in `requires`, because the file would otherwise not change. By
   * default, `requires` contains all options of the page.
   */
  requires?: readonly OptionName[];
  /** Whether several files are merged into one. */
  combines?: true;
  /** Whether to show the pages of the file, so that the user can choose, reorder and rotate them. */
  showsPages?: true;
  /** The option whose value is the second file, if the user chooses two files. */
  secondFile?: OptionName;
  /** Example options for the API call on the page. */
  example: Readonly<Record<string, string>>;
}

export const pdfTools: readonly PdfTool[] = [
  {
    name: 'compress',
    options: ['quality', 'max_size'],
    values: { quality: '60' },
    example: { quality: '60' },
  },
  { name: 'merge', options: [], combines: true, example: { combine: 'true' } },
  { name: 'split', options: ['split'], example: { split: '1-3,4-last' } },
  {
    name: 'organize',
    options: ['page_order', 'rotate_pages', 'remove_blank_pages'],
    requires: [],
    showsPages: true,
    example: { page_order: '3,1-2' },
  },
  { name: 'layout', options: ['nup', 'booklet', 'paper', 'crop'], example: { nup: '4' } },
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
    requires: ['stamp_text', 'stamp_image'],
    example: { stamp_text: 'DRAFT', stamp_rotation: '-45', stamp_opacity: '20' },
  },
  {
    name: 'number',
    options: ['page_header', 'page_footer', 'bates'],
    values: { page_footer: '{page} / {pages}' },
    example: { page_footer: '{page} / {pages}' },
  },
  { name: 'compare', options: ['compare'], secondFile: 'compare', example: { compare: '@new.pdf' } },
  {
    name: 'redact',
    options: ['redact', 'redact_patterns', 'redact_expression', 'redact_boxes'],
    example: { redact: 'Jane Doe', redact_patterns: 'email,iban' },
  },
  { name: 'fill', options: ['form', 'flatten'], example: { form: '{"name":"Ada"}' } },
  {
    name: 'sign',
    options: ['sign_certificate', 'sign_password', 'sign_reason', 'sign_position', 'sign_page'],
    requires: ['sign_certificate'],
    example: { sign_certificate: '@key.p12', sign_password: 'secret' },
  },
  {
    name: 'protect',
    options: ['new_password', 'permissions'],
    requires: ['new_password'],
    example: { new_password: 'secret', permissions: 'print' },
  },
  // The password is optional. A PDF that only restricts actions, such as printing, opens without a password.
  { name: 'unlock', options: ['password'], requires: [], example: { password: 'secret' } },
  {
    name: 'ocr',
    options: ['ocr', 'language', 'deskew', 'clean', 'scan_compression'],
    requires: ['ocr'],
    values: { ocr: 'auto' },
    example: { ocr: 'auto', language: 'eng' },
  },
  { name: 'archive', options: ['pdfa'], values: { pdfa: '2b' }, example: { pdfa: '2b' } },
  {
    name: 'clean',
    options: ['strip_metadata'],
    values: { strip_metadata: 'true' },
    example: { strip_metadata: 'true' },
  },
];

export const pdfToolPath = ({ name }: Pick<PdfTool, 'name'>) => `/${name}-pdf`;

/**
 * Returns the tools that this installation offers. A tool that merges files is always offered. A tool that does not
 * merge files is offered if the installation has all options of the tool's example.
 */
export function offeredPdfTools(routes: RouteIndex): PdfTool[] {
  const options = new Set<string>(routes.find('pdf', 'pdf')?.options);
  return pdfTools.filter(
    ({ combines, example }) => combines || Object.keys(example).every((name) => options.has(name)),
  );
}
