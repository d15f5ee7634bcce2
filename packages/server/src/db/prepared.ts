/** Queries that come with every request, spelled out once: to build one costs more than to carry it out. */
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type Compilable,
} from 'kysely';
import { isEmbedded } from './database.ts';
import type { Tables } from './tables.ts';

/** Stands in a query for the value of this name. */
class Parameter {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/**
 * The rows of the query that `build` makes, for each call's values. It is built with places for them, so it may pass
 * them on but not look at them.
 */
export function prepared<Values extends object, Row>(
  build: (db: Kysely<Tables>, values: Values) => Compilable<Row>,
): (db: Kysely<Tables>, values: Values) => Promise<Row[]> {
  const places = new Proxy({}, { get: (_, name) => new Parameter(String(name)) }) as Values;
  const [onSqlite, onPostgres] = [build(sqlite, places).compile(), build(postgres, places).compile()];
  return async (db, values) => {
    const spelled = isEmbedded(db) ? onSqlite : onPostgres;
    const parameters = spelled.parameters.map((given) =>
      given instanceof Parameter ? values[given.name as keyof Values] : given,
    );
    const { rows } = await db.executeQuery<Row>({ ...spelled, parameters });
    return rows;
  };
}

/**
 * SQLite looks at the values of bare parameters when it plans, and plans anew whenever they are bound, which costs ten
 * times the query. It does not look into expressions; this one changes nothing.
 */
class SteadyCompiler extends SqliteQueryCompiler {
  override getCurrentParameterPlaceholder(): string {
    return '(? collate binary)';
  }
}

const sqlite = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SteadyCompiler(),
  },
});

const postgres = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});
