/** Removes links within a document if their target does not exist. */
import type { Block, Run } from '../../shared/document/model.ts';
import { textMembers } from '../../shared/document/runs.ts';

/** Returns `blocks` without the links to ids that no block has. */
export function withoutDeadLinks(blocks: Block[]): Block[] {
  const ids = new Set(blocks.flatMap(({ id }) => (id === undefined ? [] : [id])));
  const alive = (run: Run): Run => {
    const { link, ...rest } = run;
    return link?.startsWith('#') && !ids.has(link.slice(1)) ? rest : run;
  };
  const mended = <One extends { text: string; runs?: Run[] | undefined }>(one: One): One => {
    if (!one.runs?.some(({ link }) => link?.startsWith('#'))) return one;
    const { runs, ...rest } = one;
    return { ...rest, ...textMembers(runs.map(alive)) } as One;
  };
  return blocks.map((block) =>
    block.kind === 'table' ? { ...block, cells: block.cells.map(mended) } : mended(block),
  );
}
