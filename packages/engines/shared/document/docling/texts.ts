/** Writes the text of blocks in docling's form. A text with several formats becomes a group of texts. */
import type { Block, Run } from '../model.ts';
import { runsOf } from '../runs.ts';
import { provenanceOf } from './place.ts';
import type { Node, Tree } from './tree.ts';

export interface TextKind {
  label: string;
  content_layer?: 'furniture' | 'notes';
  /** Text that is written instead of the text of the block. */
  text?: string;
  /** Whether texts with several formats are written as a group, not only as plain text. */
  isInline?: true;
  [member: string]: unknown;
}

/** Returns the properties that nodes with captions must have. */
export const floating = () => ({ captions: [], references: [], footnotes: [] });

/** Adds the text of a block to the tree. Returns the node that contains the text. */
export function addText(
  tree: Tree,
  parent: Node,
  block: Block,
  { isInline, text = block.text, ...members }: TextKind,
): Node {
  const runs = runsOf(block).filter(({ picture }) => picture === undefined);
  const prov = provenanceOf(block, 0, block.text.length);
  const [only] = runs;
  if (runs.length < 2 || !isInline) {
    const style = only && isInline ? styleOf(only) : {};
    const isFormula = only?.math && members.label === 'text' ? { label: 'formula' } : {};
    return tree.add('texts', parent, { ...members, ...isFormula, ...style, prov, orig: block.text, text });
  }
  // Puts the runs into a group. For a paragraph, the group is the only node. For other text, such as a list item, a
  // separate node contains the group.
  const outer =
    members.label === 'text' ? parent : tree.add('texts', parent, { ...members, prov, orig: '', text: '' });
  const group = tree.add('groups', outer, { label: 'inline', name: 'group' });
  let at = 0;
  for (const run of runs) {
    const end = at + (run.note === undefined ? run.text.length : 0);
    if (run.text.trim() !== '')
      tree.add('texts', group, {
        ...kindOf(run),
        ...styleOf(run),
        prov: provenanceOf(block, at, end),
        orig: run.text,
        text: run.text.trim(),
      });
    at = end;
  }
  return outer === parent ? group : outer;
}

function kindOf({ math, code }: Run): { label: string; [member: string]: unknown } {
  if (math) return { label: 'formula' };
  if (code) return { label: 'code', code_language: 'unknown', ...floating() };
  return { label: 'text' };
}

function styleOf({ bold, italic, underline, strike, shift, note, link }: Run) {
  const script = note === undefined ? shift : 'sup';
  const isStyled = bold ?? italic ?? underline ?? strike ?? script;
  return {
    ...(isStyled
      ? {
          formatting: {
            bold: bold ?? false,
            italic: italic ?? false,
            underline: underline ?? false,
            strikethrough: strike ?? false,
            script: script === undefined ? 'baseline' : script === 'sup' ? 'super' : 'sub',
          },
        }
      : {}),
    // Links to other blocks are left out, because they contain the names of blocks, and docling's nodes have
    // other names.
    ...(link === undefined || link.startsWith('#') ? {} : { hyperlink: link }),
  };
}
