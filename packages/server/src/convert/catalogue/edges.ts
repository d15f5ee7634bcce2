/** The edges of engine declarations: one for each pair of formats that an engine converts. */
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
  /** Of a fallback, the size from which it goes first. */
  fromBytes?: number;
  /** As in the engine's declaration. */
  lacks?: EdgeDeclaration['lacks'];
  forFeatures?: true;
}

/** What the declarations say of edges whose ends are one format. */
const staysWithin = ({ combines, sameFormat }: Pick<EdgeDeclaration, 'combines' | 'sameFormat'>) =>
  combines === true || sameFormat === true;

/** The edges that routes are planned over; a pair declared twice by one engine keeps its first row. */
export function edgesOf(engines: readonly Engine[]): Edge[] {
  return declaredEdges(engines, ({ fallback, combines }) => !fallback && !combines);
}

/** The edges for files that the engine of the planned route cannot read, by source format and cheapest first. */
export function fallbackEdgesOf(engines: readonly Engine[]): ReadonlyMap<string, readonly Edge[]> {
  const edges = declaredEdges(engines, ({ fallback }) => fallback === true);
  return Map.groupBy(edges.sort(byCost), ({ from }) => from);
}

/** The edges that make one file of several, by their format; the cheapest of each. */
export function combiningEdgesOf(engines: readonly Engine[]): ReadonlyMap<string, Edge> {
  const edges = declaredEdges(engines, ({ combines }) => combines === true);
  return new Map(
    edges
      .sort(byCost)
      .reverse()
      .map((edge) => [edge.to, edge]),
  );
}

/** A tie falls to the name of the engine. */
const byCost = (a: Edge, b: Edge) => a.cost - b.cost || a.engine.localeCompare(b.engine, 'en');

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
