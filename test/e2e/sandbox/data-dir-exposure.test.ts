/** Tests that a server does not start and creates no folder if sandboxes could read its DATA_DIR. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startService } from '../../support/server/service.ts';

const dir = await mkdtemp(path.join(tmpdir(), 'protean-exposed-'));
after(() => rm(dir, { recursive: true }));
const engines = fileURLToPath(new URL('../../../packages/engines', import.meta.url));
const link = path.join(dir, 'link');
await symlink('/usr/share/fonts', link);

for (const place of ['/usr/share/fonts', link, engines]) {
  const data = path.join(place, 'protean-exposed');
  test(`the server refuses to start if DATA_DIR is below ${place}`, { timeout: 60_000 }, async () => {
    const started = startService({ DATA_DIR: data }).then((service) => service.close());
    await assert.rejects(started, (error: Error) => {
      assert.match(error.message, /DATA_DIR=\S+ is inside \S+, which callers' files can read/);
      assert.match(error.message, /Choose a folder outside of it\./);
      return true;
    });
    assert.equal(existsSync(data), false);
  });
}
