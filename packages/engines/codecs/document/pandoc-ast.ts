/** Types of the JSON that pandoc writes for a document, for pandoc-types 1.22 and 1.23. */

export type Attributes = readonly [
  id: string,
  classes: readonly string[],
  values: readonly (readonly [name: string, value: string])[],
];

type Target = readonly [url: string, title: string];

export type Inline =
  | { t: 'Str'; c: string }
  | { t: 'Space' | 'SoftBreak' | 'LineBreak' }
  | {
      t: 'Emph' | 'Strong' | 'Underline' | 'Strikeout' | 'Superscript' | 'Subscript' | 'SmallCaps';
      c: readonly Inline[];
    }
  | { t: 'Quoted'; c: readonly [{ t: 'SingleQuote' | 'DoubleQuote' }, readonly Inline[]] }
  | { t: 'Cite'; c: readonly [unknown, readonly Inline[]] }
  | { t: 'Code'; c: readonly [Attributes, string] }
  | { t: 'Math'; c: readonly [{ t: 'InlineMath' | 'DisplayMath' }, string] }
  | { t: 'RawInline'; c: readonly [format: string, text: string] }
  | { t: 'Link' | 'Image'; c: readonly [Attributes, readonly Inline[], Target] }
  | { t: 'Note'; c: readonly AstBlock[] }
  | { t: 'Span'; c: readonly [Attributes, readonly Inline[]] };

type AstCell = readonly [Attributes, { t: string }, rows: number, columns: number, readonly AstBlock[]];
export type AstRow = readonly [Attributes, readonly AstCell[]];
type Caption = readonly [short: unknown, long: readonly AstBlock[]];

export type AstTable = readonly [
  attributes: Attributes,
  caption: Caption,
  columns: readonly (readonly [align: { t: string }, width: unknown])[],
  head: readonly [Attributes, readonly AstRow[]],
  bodies: readonly (readonly [
    Attributes,
    headColumns: number,
    head: readonly AstRow[],
    rows: readonly AstRow[],
  ])[],
  foot: readonly [Attributes, readonly AstRow[]],
];

export type AstBlock =
  | { t: 'Plain' | 'Para'; c: readonly Inline[] }
  | { t: 'LineBlock'; c: readonly (readonly Inline[])[] }
  | { t: 'CodeBlock'; c: readonly [Attributes, string] }
  | { t: 'RawBlock'; c: readonly [format: string, text: string] }
  | { t: 'BlockQuote'; c: readonly AstBlock[] }
  | {
      t: 'OrderedList';
      c: readonly [
        readonly [start: number, style: { t: string }, delimiter: { t: string }],
        readonly (readonly AstBlock[])[],
      ];
    }
  | { t: 'BulletList'; c: readonly (readonly AstBlock[])[] }
  | { t: 'DefinitionList'; c: readonly (readonly [readonly Inline[], readonly (readonly AstBlock[])[]])[] }
  | { t: 'Header'; c: readonly [level: number, Attributes, readonly Inline[]] }
  | { t: 'HorizontalRule' | 'Null' }
  | { t: 'Table'; c: AstTable }
  | { t: 'Figure'; c: readonly [Attributes, Caption, readonly AstBlock[]] }
  | { t: 'Div'; c: readonly [Attributes, readonly AstBlock[]] };

type Meta =
  | { t: 'MetaString'; c: string }
  | { t: 'MetaInlines'; c: readonly Inline[] }
  | { t: 'MetaBlocks'; c: readonly AstBlock[] }
  | { t: 'MetaList'; c: readonly Meta[] }
  | { t: 'MetaMap'; c: Readonly<Record<string, Meta>> }
  | { t: 'MetaBool'; c: boolean };

export type { Meta };

export interface Ast {
  meta: Readonly<Record<string, Meta>>;
  blocks: readonly AstBlock[];
}
