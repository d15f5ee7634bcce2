/** Creates edges from engine declarations: one edge for each pair of formats that an engine converts. */
import type { EdgeDeclaration, Engine } from '@protean/engines/contract/engine.ts';
import type { OptionName } from '@protean/engines/contract/options.ts';
import type { Trait } from '@protean/formats/format.ts';
import { intern } from '../../kit/intern.ts';

export interface Edge {
  engine: string;
  from: string;
  to: string;
  cost: number;
  loses: readonly Trait[];
  options: readonly OptionName[];
  many: boolean;
  /** File size in bytes. For files of at least this size, this fallback edge is tried before the planned engine. */
  fromBytes?: number;
  /** Finds features of a file that the engine does not draw. {@link EdgeDeclaration} describes this function. */
  lacks?: EdgeDeclaration['lacks'];
  forFeatures?: true;
}

/** Whether the edges of a declaration convert a format to itself. */
const staysWithin = ({ combines, sameFormat }: Pick<EdgeDeclaration, 'combines' | 'sameFormat'>) =>
  combines === true || sameFormat === true;

/**
 * Returns the edges that the planner uses. If an engine declares a pair of formats twice, the first declaration
 * applies.
 */
export function edgesOf(engines: readonly Engine[]): Edge[] {
  return declaredEdges(engines, ({ fallback, combines }) => !fallback && !combines);
}

/**
 * Returns the fallback edges by source format, cheapest first. Fallback edges are for files that the engine of the
 * planned route cannot convert.
 */
export function fallbackEdgesOf(engines: readonly Engine[]): ReadonlyMap<string, readonly Edge[]> {
  const edges = declaredEdges(engines, ({ fallback }) => fallback === true);
  return Map.groupBy(edges.sort(byCost), ({ from }) => from);
}

/** Returns, for each format, the cheapest edge that merges several files of this format. */
export function combiningEdgesOf(engines: readonly Engine[]): ReadonlyMap<string, Edge> {
  const edges = declaredEdges(engines, ({ combines }) => combines === true);
  return new Map(
    edges
      .sort(byCost)
      .reverse()
      .map((edge) => [edge.to, edge]),
  );
}

/** Sorts edges by cost, and edges of the same cost by engine name. */
const byCost = (a: Edge, b: Edge) => a.cost - b.cost || byEngine(a, b);

/**
 * Sorts edges by engine name. The names are compared without collation rules, because loading these rules would take 20
 * ms, and all names are ASCII.
 */
export const byEngine = (a: Edge, b: Edge): number =>
  a.engine < b.engine ? -1 : Number(a.engine > b.engine);

function declaredEdges(engines: readonly Engine[], wanted: (edge: EdgeDeclaration) => boolean): Edge[] {
  const names = intern<OptionName>();
  return engines.flatMap((engine) => {
    const seen = new Set<string>();
    return engine.edges
      .filter(wanted)
      .flatMap(({ reads, writes, except = [], cost, loses = [], options = [], many = false, ...declared }) =>
        reads.flatMap((from) =>
          writes.flatMap((to) => {
            const pair = `${from}>${to}`;
            if ((from === to) !== staysWithin(declared) || except.includes(pair) || seen.has(pair)) return [];
            seen.add(pair);
            const takes = typeof options === 'function' ? options(from, to) : options;
            const edge = { engine: engine.id, from, to, cost, loses, options: names(takes), many };
            const { fromBytes, lacks, forFeatures } = declared;
            return [
              {
                ...edge,
                ...(fromBytes === undefined ? {} : { fromBytes }),
                ...(lacks === undefined ? {} : { lacks }),
                ...(forFeatures ? { forFeatures } : {}),
              },
            ];
          }),
        ),
      );
  });
}
