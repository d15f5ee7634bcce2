/**
 * Tests that an incomplete archive is refused as truncated, or as a part of a split archive if its name shows
 * this.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { format } from '@protean/formats';
import { ServiceError } from '../../../errors.ts';
import { withDamage } from './damage.ts';

const names = { 'a.7z': 'truncated', 'a.7z.001': 'unsupported_feature' };

for (const [fileName, reason] of Object.entries(names))
  test(`returns the reason ${reason} for an incomplete 7z archive named ${fileName}`, async () => {
    const dir = await mkdtemp(path.join(tmpdir(), 'protean-damage-'));
    const file = path.join(dir, 'file');
    await writeFile(file, Buffer.from('377abcaf271c0004', 'hex'));
    const error = new ServiceError('bad_request', 'x', { cause: new Error('Unexpected end of archive') });
    const found = await withDamage(error, {
      ...{ file, fileName, source: format('7z'), repair: 'impossible' },
      isDamaged: () => Promise.resolve(false),
    });
    await rm(dir, { recursive: true });
    assert.equal(found.details?.['reason'], reason);
  });
