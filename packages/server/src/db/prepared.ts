/** Queries of the hot path, compiled once, because building a query costs more than running it. */
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
import { embeddedTransaction } from './embedded.ts';
import type { Tables } from './tables.ts';

/** Placeholder for the value with the name `name`. */
class Parameter {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/**
 * Compiles the query that `build` returns. Returns a function that runs the query with the values of each call. `build`
 * is called with placeholders instead of values. `build` may pass the placeholders on, but must not read them.
 */
export function prepared<Values extends object, Row>(
  build: (db: Kysely<Tables>, values: Values) => Compilable<Row>,
): (db: Kysely<Tables>, values: Values) => Promise<Row[]> {
  const placeholders = new Proxy({}, { get: (_, name) => new Parameter(String(name)) }) as Values;
  const onSqlite = build(sqlite, placeholders).compile();
  const onPostgres = build(postgres, placeholders).compile();
  return async (db, values) => {
    const compiled = isEmbedded(db) ? onSqlite : onPostgres;
    const parameters = compiled.parameters.map((given) =>
      given instanceof Parameter ? values[given.name as keyof Values] : given,
    );
    // Bypasses the query builder, which would create a dozen promises for each call.
    const embedded = embeddedTransaction(db);
    if (embedded) return embedded.rowsOf(onSqlite.sql, parameters) as Row[];
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters });
    return rows;
  };
}

/**
 * Wraps each parameter in an expression that does not change its value. If the parameters were not wrapped, SQLite
 * would plan a query by the values of its parameters, and plan the query again whenever values are bound. Planning a
 * query takes 10 times as long as running the query. SQLite does not inspect expressions, so it keeps the plan of a
 * query with wrapped parameters.
 */
class StablePlanCompiler extends SqliteQueryCompiler {
  override getCurrentParameterPlaceholder(): string {
    return '(? collate binary)';
  }
}

const sqlite = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new StablePlanCompiler(),
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
