import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { digestOf } from './digest.ts';

let dir: string;

before(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'protean-digest-'));
});

after(() => rm(dir, { recursive: true }));

for (const bytes of [0, 1, 262_143, 262_144, 262_145, 1_000_000]) {
  test(`returns the SHA-256 digest of a file with ${bytes} bytes`, async () => {
    const content = randomBytes(bytes);
    const file = path.join(dir, 'file');
    await writeFile(file, content);
    assert.equal(await digestOf(file), createHash('sha256').update(content).digest('hex'));
  });
}
