/** Tests that commands print only through modules that escape control characters. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { filesBelow, root } from './files.ts';

/**
 * The modules that may write to the terminal. The modules that write messages to the terminal must also escape control
 * characters. All other modules in this list write the contents of files, which must not be changed.
 */
const printing = [
  'cli/src/terminal.ts',
  'cli/src/convert-one.ts',
  'cli/src/main.ts',
  'server/src/commands/print.ts',
];

/** Matches code that writes to the terminal. `process.stdout.on` and `process.stderr.isTTY` are allowed. */
const writes =
  /process\.(?:stdout|stderr)\.write\(|console\.\w+\(|\{[^}]*\b(?:stdout|stderr)\b[^}]*\} = process\b/;

test('commands write to the terminal only through the listed modules', () => {
  const files = ['cli/src', 'server/src/commands'].flatMap((folder) =>
    filesBelow(`packages/${folder}`).map((name) => path.join(folder, name)),
  );
  const wrong = files.filter(
    (file) =>
      /(?<!\.test)\.ts$/.test(file) &&
      !printing.includes(file) &&
      writes.test(readFileSync(path.join(root, 'packages', file), 'utf8')),
  );
  assert.ok(files.includes('cli/src/terminal.ts'), 'files were found');
  assert.deepEqual(wrong, []);
});
