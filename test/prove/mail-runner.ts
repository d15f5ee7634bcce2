/** Converts email messages and mailboxes with the runner of the mail engine, but outside the sandbox. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { pythonEnv } from '../support/python.ts';

const runner = fileURLToPath(new URL('../../packages/engines/codecs/mail/runner.py', import.meta.url));
const dir = mkdtempSync(path.join(tmpdir(), 'protean-mail-'));
after(() => rmSync(dir, { recursive: true, force: true }));

interface MailRunnerOutcome {
  status: number | null;
  stderr: string;
  /** Path of the written file. If the runner failed, this file does not exist. */
  output: string;
  /** The content of the warnings file. */
  warnings: string;
}

export function runMail(
  from: 'eml' | 'msg' | 'mhtml' | 'mbox',
  to: 'html' | 'zip' | 'json' | 'eml',
  content: string | Buffer,
): MailRunnerOutcome {
  const [input, output] = [path.join(dir, `in.${from}`), path.join(dir, `out.${to}`)];
  writeFileSync(input, content);
  rmSync(output, { force: true });
  rmSync(path.join(dir, '.warnings'), { force: true });
  const step = JSON.stringify({ from, to, input, output, outputDir: dir, options: {} });
  const { status, stderr } = spawnSync('/usr/bin/python3', ['-B', runner, step], {
    encoding: 'utf8',
    env: pythonEnv,
  });
  const warned = path.join(dir, '.warnings');
  const warnings = existsSync(warned) ? readFileSync(warned, 'utf8').trim() : '';
  return { status, stderr, output, warnings };
}
