/**
 * Searches the files of a data folder (except email messages) and the tables of a PostgreSQL database for given texts.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { run } from '../../samples/run.ts';

/** The encodings in which a file may store a text. */
const encodings = ['utf8', 'utf16le', 'base64', 'base64url', 'hex'] as const;

/** Returns the names of the files and tables that contain one of `texts` in any of the encodings. */
export async function tracesOf(
  { dataDir, env }: { dataDir: string; env: Readonly<Record<string, string>> },
  texts: readonly string[],
): Promise<string[]> {
  const places = [...(await filesIn(dataDir)), ...(await tablesOf(env['DATABASE_URL']))];
  return places
    .filter(({ bytes }) => texts.some((text) => patternsOf(text).some((pattern) => bytes.includes(pattern))))
    .map(({ place }) => place);
}

/**
 * Returns the encoded forms of a text. Omits the first and last characters in base64, because they depend on the
 * neighbouring text.
 */
function patternsOf(text: string): Buffer[] {
  return encodings.flatMap((encoding) => {
    if (encoding === 'utf8' || encoding === 'utf16le') return [Buffer.from(text, encoding)];
    if (encoding === 'hex') return [Buffer.from(Buffer.from(text).toString('hex'))];
    return [0, 1, 2].map((shift) => {
      const encoded = Buffer.from(' '.repeat(shift) + text).toString(encoding);
      return Buffer.from(encoded.slice(4, -4));
    });
  });
}

interface Place {
  place: string;
  bytes: Buffer;
}

async function filesIn(dataDir: string): Promise<Place[]> {
  // A separate process copies the files. If this process opened and closed a SQLite file itself, it would lose the
  // locks that it holds on the file.
  const copies = await mkdtemp(path.join(tmpdir(), 'protean-traces-'));
  try {
    await run('/bin/cp', ['-r', `${dataDir}/.`, copies]);
    const all = await readdir(copies, { recursive: true, withFileTypes: true });
    const names = all
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.eml'))
      .map(({ parentPath, name }) => path.join(parentPath, name));
    return await Promise.all(
      names.map(async (name) => ({ place: path.relative(copies, name), bytes: await readFile(name) })),
    );
  } finally {
    await rm(copies, { recursive: true });
  }
}

async function tablesOf(url: string | undefined): Promise<Place[]> {
  if (url === undefined) return [];
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string; content: string | null }>(
      `select tablename as name, query_to_xml(format('select * from %I', tablename), true, false, '')::text as content
       from pg_tables where schemaname = 'public'`,
    );
    return rows.map(({ name, content }) => ({ place: `table ${name}`, bytes: Buffer.from(content ?? '') }));
  } finally {
    await client.end();
  }
}
