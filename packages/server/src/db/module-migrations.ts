/**
 * Migrations in the folders of modules: files `api/<module>/migrations/<number>-<name>.ts`. Each migration is in its
 * module's folder, and Protean finds the migration by its path. The names of migrations are unique among all migrations
 * and determine their order.
 */
import { globSync } from 'node:fs';
import path from 'node:path';
import type { Migration } from 'kysely/migration';

const api = path.join(import.meta.dirname, '../api');

export async function moduleMigrations(): Promise<Record<string, Migration>> {
  const files = globSync('*/migrations/*.ts', { cwd: api }).sort();
  const loaded = files.map(async (file) => {
    const migration = (await import(path.join(api, file))) as Migration;
    return [path.basename(file, '.ts'), migration] as const;
  });
  return Object.fromEntries(await Promise.all(loaded));
}
