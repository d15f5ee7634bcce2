/**
 * Tests that the software bill of materials from script/sbom is valid CycloneDX, complete, and the same in each run.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';

const root = fileURLToPath(new URL('../../', import.meta.url));

function sbom(...words: string[]): string {
  const { status, stdout, stderr } = spawnSync(path.join(root, 'script/sbom'), words, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  assert.equal(status, 0, stderr);
  return stdout;
}

interface Bom {
  components: { name: string; version: string; purl: string }[];
}

/** Returns a validator for the official CycloneDX schema, which refers to two other schemas by file name. */
function cycloneDx() {
  const library = fileURLToPath(import.meta.resolve('@cyclonedx/cyclonedx-library/package.json'));
  const schemas = path.join(path.dirname(library), 'res/schema');
  const read = (name: string) => JSON.parse(readFileSync(path.join(schemas, name), 'utf8')) as object;
  const ajv = new Ajv({ strict: false, validateFormats: false });
  for (const name of ['spdx.SNAPSHOT.schema.json', 'jsf-0.82.SNAPSHOT.schema.json'])
    ajv.addSchema(read(name), `http://cyclonedx.org/schema/${name}`);
  return ajv.compile(read('bom-1.6.SNAPSHOT.schema.json'));
}

test('script/sbom writes the same valid CycloneDX file every time', () => {
  const text = sbom();
  assert.equal(sbom(), text);
  const isValid = cycloneDx();
  assert.ok(isValid(JSON.parse(text)), JSON.stringify(isValid.errors?.slice(0, 3)));
  assert.ok(!isValid({ ...(JSON.parse(text) as object), bomFormat: 'other' }), 'the schema detects mistakes');
});

test('script/sbom lists npm packages, Node and the Debian packages of the engines', () => {
  const { components } = JSON.parse(sbom()) as Bom;
  const purls = components.map(({ purl }) => purl);
  for (const start of [
    'pkg:npm/sharp@',
    'pkg:npm/%40fastify/busboy@',
    'pkg:generic/node@',
    'pkg:deb/debian/ffmpeg@',
    'pkg:deb/debian/libheif1@',
  ])
    assert.ok(
      purls.some((purl) => purl.startsWith(start)),
      start,
    );
  assert.ok(!purls.some((purl) => purl.startsWith('pkg:npm/eslint@')), 'development packages are left out');
  const withoutDebian = JSON.parse(sbom('--no-debian')) as Bom;
  assert.ok(withoutDebian.components.length > 0);
  assert.ok(!withoutDebian.components.some(({ purl }) => purl.startsWith('pkg:deb')));
});
