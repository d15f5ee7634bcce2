/** Reads the metadata of a document that pandoc read. */
import type { Block, Document } from '../../shared/document/model.ts';
import { plainText } from '../../shared/document/runs.ts';
import { runsOfInlines, type Surroundings } from './inlines.ts';
import { linesOf } from './lines.ts';
import type { Ast, Meta } from './pandoc-ast.ts';

const nothing: Surroundings = { picture: () => undefined, note: () => ({ id: '', mark: '' }) };

/** Returns the metadata. For a document without a title, the first heading is the title. */
export function metadataOf(meta: Ast['meta'], blocks: readonly Block[]): Document['metadata'] {
  const text = (...names: string[]) => names.map((name) => textOf(meta[name])).find((found) => found !== '');
  const title = text('title', 'pagetitle') ?? blocks.find(({ kind }) => kind === 'heading')?.text;
  const authors = listOf(meta.author);
  const keywords = listOf(meta.keywords);
  const [date, language, description] = [
    text('date', 'dcterms.date'),
    text('lang'),
    text('description', 'subject'),
  ];
  return {
    ...(title ? { title } : {}),
    ...(authors.length > 0 ? { authors } : {}),
    ...(date ? { date } : {}),
    ...(language ? { language } : {}),
    ...(description ? { description } : {}),
    ...(keywords.length > 0 ? { keywords } : {}),
  };
}

function textOf(meta: Meta | undefined): string {
  if (!meta) return '';
  switch (meta.t) {
    case 'MetaString':
      return meta.c.trim();
    case 'MetaInlines':
      return plainText(runsOfInlines(meta.c, nothing)).trim();
    case 'MetaBlocks':
      return plainText(linesOf(meta.c, nothing)).trim();
    case 'MetaList':
      return meta.c.map(textOf).filter(Boolean).join(', ');
    case 'MetaMap':
      return textOf(meta.c.name ?? meta.c.text);
    default:
      return '';
  }
}

const listOf = (meta: Meta | undefined): string[] =>
  (meta?.t === 'MetaList' ? meta.c.map(textOf) : [textOf(meta)]).filter(Boolean);
