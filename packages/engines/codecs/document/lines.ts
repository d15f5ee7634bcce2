/** Converts blocks to one sequence of runs with line breaks, for table cells, footnotes and captions. */
import type { Run } from '../../shared/document/model.ts';
import { runsOfInlines, type Surroundings } from './inlines.ts';
import type { AstBlock } from './pandoc-ast.ts';

/** Returns the runs of the blocks. Each block begins a line, and list items have their markers. */
export function linesOf(blocks: readonly AstBlock[], around: Surroundings): Run[] {
  return joined(blocks.map((block) => lineOf(block, around)));
}

function lineOf(block: AstBlock, around: Surroundings): Run[] {
  switch (block.t) {
    case 'Para':
    case 'Plain':
      return runsOfInlines(block.c, around);
    case 'Header':
      return runsOfInlines(block.c[2], around);
    case 'LineBlock':
      return joined(block.c.map((line) => runsOfInlines(line, around)));
    case 'CodeBlock':
      return joined(
        block.c[1].split('\n').flatMap((text) => (text === '' ? [] : [[{ text, code: true as const }]])),
      );
    case 'BlockQuote':
      return linesOf(block.c, around);
    case 'Div':
      return linesOf(block.c[1], around);
    case 'Figure':
      return linesOf([...block.c[2], ...block.c[1][1]], around);
    case 'BulletList':
      return joined(block.c.map((item) => [{ text: '• ' }, ...linesOf(item, around)]));
    case 'OrderedList':
      return joined(
        block.c[1].map((item, n) => [{ text: `${block.c[0][0] + n}. ` }, ...linesOf(item, around)]),
      );
    case 'DefinitionList':
      return joined(
        block.c.flatMap(([term, definitions]) => [
          runsOfInlines(term, around),
          ...definitions.map((one) => linesOf(one, around)),
        ]),
      );
    case 'Table': {
      const [, , , [, head], bodies, [, foot]] = block.c;
      const rows = [...head, ...bodies.flatMap(([, , inner, body]) => [...inner, ...body]), ...foot];
      return joined(
        rows.map(([, cells]) =>
          joined(
            cells.map(([, , , , blocks]) => linesOf(blocks, around)),
            ' ',
          ),
        ),
      );
    }
    default:
      return [];
  }
}

function joined(lines: readonly Run[][], separator = '\n'): Run[] {
  return lines
    .filter((line) => line.length > 0)
    .flatMap((line, n) => (n > 0 ? [{ text: separator }, ...line] : line));
}
