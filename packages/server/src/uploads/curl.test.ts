import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { curlCommand } from './curl.ts';

const url = 'http://localhost:8080/v1/uploads/x?expires=1&signature=a-_';
const rows = [
  ['photo.heic', 'photo.heic'],
  [`it's "$(rm -rf /)" \`x\`; & é.docx`, `it's "$(rm -rf /)" \`x\`; & é.docx`],
  ['a[1-3]{b,c}.png', 'a[1-3]{b,c}.png'],
  // If the file is called `-`, curl would read standard input instead.
  ['-', 'FILE'],
  ['', 'FILE'],
] as const;

for (const [name, given] of rows) {
  test(`the curl command quotes the file name "${name}" and the URL, each as one shell argument`, () => {
    const words = execFileSync('/bin/sh', [
      '-c',
      `set -f; curl() { printf '%s\\n' "$@"; }; ${curlCommand(name, url)}`,
    ]);
    assert.deepEqual(words.toString().trimEnd().split('\n'), ['-g', '-T', given, url]);
  });
}
