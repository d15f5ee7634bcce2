/**
 * Converts a CSV table with DuckDB, without Protean. DuckDB guesses the column types. Usage: `node bare-duckdb.ts
 * IN.csv OUT.json|OUT.parquet`.
 */
import { DuckDBInstance } from '@duckdb/node-api';

const [input = '', output = ''] = process.argv.slice(2);
const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
const format = output.endsWith('.json') ? 'FORMAT json, ARRAY true' : 'FORMAT parquet';
const instance = await DuckDBInstance.create(':memory:');
const connection = await instance.connect();
await connection.run(`COPY (SELECT * FROM read_csv(${quoted(input)})) TO ${quoted(output)} (${format})`);
connection.closeSync();
instance.closeSync();
