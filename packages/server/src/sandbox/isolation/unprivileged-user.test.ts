/** Tests that the server becomes the owner of the output files again, and that files of other owners are removed. */
import assert from 'node:assert/strict';
import { chown, link, lstat, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { reclaimOwnership } from './unprivileged-user.ts';

/** Skips the tests without root, because only root can change the owner of files. */
const skip = process.getuid?.() !== 0 && 'not root';

test(
  "removes links to other users' files from the output without changing the owner of these files",
  { skip },
  async () => {
    const dir = await mkdtemp(path.join(tmpdir(), 'protean-uid-'));
    try {
      const [output, user, other] = [path.join(dir, 'out'), 64_999, 64_998];
      const at = (name: string) => path.join(output, name);
      await mkdir(at('pages'), { recursive: true });
      const [secret, theirs] = [path.join(dir, 'secret'), path.join(dir, 'theirs')];
      for (const file of [secret, theirs, at('own'), at('pages/own')]) await writeFile(file, 'content');
      await chown(theirs, other, other);
      await link(secret, at('secret'));
      await link(theirs, at('pages/theirs'));
      await symlink(secret, at('pointer'));
      for (const own of [output, at('own'), at('pages'), at('pages/own')]) await chown(own, user, user);
      await reclaimOwnership(output);
      assert.deepEqual((await readdir(output, { recursive: true })).sort(), ['own', 'pages', 'pages/own']);
      const owners = await Promise.all(
        [theirs, at('own'), at('pages'), at('pages/own')].map((one) => lstat(one)),
      );
      assert.deepEqual(
        owners.map(({ uid }) => uid),
        [other, 0, 0, 0],
      );
    } finally {
      await rm(dir, { recursive: true });
    }
  },
);
