/** Reads the public test suites of data formats and of Markdown: their files and the expected results. */
import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'yaml';
import { readJson } from '../../packages/engines/codecs/data/text/json.ts';
import { isList, isMap, type Value } from '../../packages/engines/codecs/data/values/value.ts';
import { binarySuites } from './binary.ts';
import { commonmark } from './commonmark.ts';
import { same, sameTexts, type Suite } from './case.ts';
import { isTagged } from './toml.ts';

async function* filesIn(folder: string, pattern: string): AsyncGenerator<[name: string, bytes: Buffer]> {
  const names: string[] = [];
  for await (const name of glob(pattern, { cwd: folder })) names.push(name);
  for (const name of names.sort()) yield [name, await readFile(path.join(folder, name))];
}

/** Returns a suite of valid files without expected values. */
function sound(repository: string, format: string, pattern: string): Suite {
  return {
    ...{ repository, format },
    async *cases(folder) {
      for await (const [name, bytes] of filesIn(folder, pattern))
        yield { name, bytes, source: format, expects: 'valid' };
    },
  };
}

const json: Suite = {
  ...{ repository: 'nst/JSONTestSuite', format: 'json' },
  async *cases(folder) {
    for await (const [name, bytes] of filesIn(folder, 'test_parsing/*.json')) {
      const expects = ({ y: 'valid', n: 'invalid' } as const)[path.basename(name).charAt(0)] ?? 'either';
      yield { name, bytes, source: 'json', expects };
    }
  },
};

interface YamlTest {
  name?: string;
  yaml?: string;
  json?: string;
  fail?: boolean;
}

const yaml: Suite = {
  ...{ repository: 'yaml/yaml-test-suite', format: 'yaml' },
  async *cases(folder) {
    for await (const [name, bytes] of filesIn(folder, 'src/*.yaml')) {
      let before: YamlTest = {};
      for (const [n, own] of (parse(bytes.toString()) as YamlTest[]).entries()) {
        // A test inherits all fields except `fail` from the previous test.
        const { fail } = own;
        const { yaml: text = '', json: expected } = (before = { ...before, ...own });
        yield {
          name: `${path.basename(name, '.yaml')}/${n}`,
          bytes: Buffer.from(shown(text)),
          source: 'yaml',
          expects: fail === true ? 'invalid' : 'valid',
          ...(typeof expected === 'string' && expected.trim() !== ''
            ? { isRight: (value) => isOneOf(value, jsonTexts(expected)) }
            : {}),
        };
      }
    }
  },
};

/**
 * The suite writes spaces, tabs, line ends and byte order marks as visible characters. Replaces the visible characters
 * with the characters that they represent.
 */
const shown = (text: string) =>
  text
    .replaceAll('␣', ' ')
    .replaceAll(/—*»/g, '\t')
    .replaceAll('⇔', '\uFEFF')
    .replaceAll('↵', '')
    .replaceAll('←', '\r')
    .replace(/∎\n$/, '');

/** Reads one JSON value or several consecutive values. */
function jsonTexts(text: string): Value[] {
  try {
    return [readJson(text)];
  } catch {
    // Only the first line of each JSON value begins in the first column, apart from closing brackets.
    return text
      .split(/\n(?=[^\s\]}])/)
      .filter((part) => part.trim() !== '')
      .map(readJson);
  }
}

const isOneOf = (value: Value, documents: readonly Value[]) =>
  same(value, documents.length === 1 ? (documents[0] ?? null) : [...documents]);

const toml: Suite = {
  ...{ repository: 'toml-lang/toml-test', format: 'toml' },
  async *cases(folder) {
    const list = await readFile(path.join(folder, 'tests/files-toml-1.1.0'), 'utf8');
    for (const name of list.split('\n').filter((line) => line.endsWith('.toml'))) {
      const file = path.join(folder, 'tests', name);
      const bytes = await readFile(file);
      const truth = file.replace(/toml$/, 'json');
      if (!existsSync(truth)) {
        yield { name, bytes, source: 'toml', expects: 'invalid' };
        continue;
      }
      const expected = readJson(await readFile(truth, 'utf8'));
      yield { name, bytes, source: 'toml', expects: 'valid', isRight: (value) => isTagged(value, expected) };
    }
  },
};

const csv: Suite = {
  ...{ repository: 'max-mapper/csv-spectrum', format: 'csv' },
  async *cases(folder) {
    for await (const [name, bytes] of filesIn(folder, 'csvs/*.csv')) {
      const expected = readJson(
        await readFile(path.join(folder, 'json', `${path.basename(name, '.csv')}.json`), 'utf8'),
      );
      yield { name, bytes, source: 'csv', expects: 'valid', isRight: (value) => sameTexts(value, expected) };
    }
  },
};

/**
 * Names of valid files that other readers reject. In ARROW-GH-43605, a page stores its indices with 0 bits each,
 * because all indices are 0. In dict-malformed, a page states a wrong size, but its values are complete.
 */
const soundParquet = /ARROW-GH-43605|dict-malformed/;

const parquet: Suite = {
  ...{ repository: 'apache/parquet-testing', format: 'parquet' },
  async *cases(folder) {
    for await (const [name, bytes] of filesIn(folder, '{data,bad_data}/**/*.{parquet,encrypted}')) {
      const isBroken = /^bad_data|corrupt/.test(name) && !soundParquet.test(name);
      yield { name, bytes, source: 'parquet', expects: isBroken ? 'invalid' : 'valid' };
    }
  },
};

const arrow: Suite = {
  ...{ repository: 'apache/arrow-testing', format: 'arrow' },
  async *cases(folder) {
    for await (const [name, bytes] of filesIn(
      folder,
      'data/arrow-ipc-stream/integration/*/*.{stream,arrow_file}',
    )) {
      const truth = path.join(folder, name.replace(/\.\w+$/, '.json.gz'));
      if (!existsSync(truth)) continue;
      const expected = readJson(gunzipSync(await readFile(truth)).toString());
      yield {
        name,
        bytes,
        source: 'arrow',
        expects: 'valid',
        isRight: (value) => hasRowsOf(expected, value),
      };
    }
  },
};

/** Returns whether the table has as many rows and columns as the expected table. */
function hasRowsOf(expected: Value, value: Value): boolean {
  const [schema, batches] = isMap(expected) ? [expected.get('schema'), expected.get('batches')] : [];
  const fields = isMap(schema) ? schema.get('fields') : undefined;
  if (!isList(fields) || !isList(batches) || !isList(value)) return false;
  const rows = batches.map((batch) =>
    Number(isMap(batch) ? (batch.get('count') as { text: string }).text : 0),
  );
  const columns = isMap(value[0]) ? value[0].size : fields.length;
  return (
    value.length === rows.reduce((sum, one) => sum + one, 0) &&
    (value.length === 0 || columns === fields.length)
  );
}

export const suites: readonly Suite[] = [
  json,
  yaml,
  toml,
  csv,
  ...binarySuites,
  parquet,
  arrow,
  sound('apache/arrow-testing', 'avro', 'data/avro/*.avro'),
  sound('apache/avro', 'avro', 'share/test/data/**/*.avro'),
  sound('fastavro/fastavro', 'avro', 'tests/avro-files/*.avro'),
  sound('mangstadt/ez-vcard', 'vcf', 'src/test/resources/**/*.vcf'),
  sound('ical4j/ical4j', 'ics', 'src/test/resources/samples/valid/*.ics'),
  sound('tkrajina/gpxpy', 'gpx', 'test_files/*.gpx'),
  sound('izimobil/polib', 'po', 'tests/*.po'),
  commonmark,
];
