import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { commands } from './commands/index.ts';
import { exitStatus } from './exit-status.ts';
import { manPage } from './man-page.ts';

const page = manPage('1.2.3', commands);

/** Renders the page for a terminal with 200 columns. */
function shown(text: string): string {
  const { stdout, stderr, error } = spawnSync('groff', ['-man', '-ww', '-Tutf8', '-rLL=200n', '-P-cbou'], {
    input: text,
    encoding: 'utf8',
  });
  if (error) throw error;
  assert.equal(stderr, '', 'groff prints no warning');
  return stdout;
}

test('the man page lists every command, flag and exit status', () => {
  const text = page.replaceAll('\\-', '-');
  for (const { name, flags = [] } of commands) {
    assert.match(text, new RegExp(`^\\.SS ${name}$`, 'm'));
    for (const flag of flags) assert.ok(text.includes(`\\fB--${flag.name}\\fR`), `${name} --${flag.name}`);
  }
  for (const status of Object.values(exitStatus)) assert.ok(text.includes(`\\fB${status}\\fR`), `${status}`);
});

test('the man page shows text literally, even if a line begins like a roff request', () => {
  const command = {
    name: 'odd',
    task: 'convert' as const,
    synopsis: ['FILE…'],
    description: ".it isn't a `--flag` with a \\ in it",
    load: () => Promise.reject(new Error('not run')),
  };
  const text = shown(manPage('1.2.3', [command]));
  assert.match(text, /protean odd FILE…/);
  assert.match(text, /\.it isn['’]t a --flag with a \\ in it/);
});

test('groff renders the man page without warnings', () => {
  const text = shown(page);
  assert.match(text, /PROTEAN\(1\) +User Commands +PROTEAN\(1\)/);
  assert.match(text, /protean convert FILE\|DIR… --to FORMAT \[--out DIR \| --zip FILE\]/);
});
