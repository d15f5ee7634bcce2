/** Tries, through the door every engine goes through, to do what the box forbids; all of it must fail. */
import { existsSync } from 'node:fs';
import { defaultLimits } from './limits.ts';
import { bwrap } from './room.ts';
import type { Sandbox } from './sandbox.ts';

export interface ProbeResult {
  ok: boolean;
  /** One short sentence for the operator. */
  says: string;
}

/** Exit status of the first escape; bwrap itself fails with 1. */
const escaped = 101;

// Each line is an escape; the first that works ends the script with its number.
const escapes = [
  [
    'the machine’s files can be read',
    'test -e /etc/shadow || test -e /etc/hostname || test -e /home || test -e /root',
  ],
  ['the system can be written', 'touch /usr/probe || touch /probe || touch /job/in/probe'],
  ['the network can be seen', 'test "$(grep -c : /proc/net/dev)" -gt 1'],
  [
    'an environment can be read that is not the box’s own',
    "tr '\\0' '\\n' < /proc/1/environ | grep -qvE '^(PATH|HOME|LANG|TMPDIR|TEMP|PWD)='",
  ],
  ['another namespace can be made', 'unshare --user true || unshare --mount true'],
  ['there is no filter of system calls', 'grep -q "^Seccomp:.0" /proc/self/status'],
  ['other processes can be seen', 'test "$(ls -d /proc/[0-9]* | wc -l)" -gt 9'],
] as const;

const script = [
  ...escapes.map(([, attempt], n) => `{ ${attempt}; } 2>/dev/null && exit ${escaped + n}`),
  'exit 0',
].join('\n');

export async function probeSandbox(sandbox: Sandbox): Promise<ProbeResult> {
  if (!existsSync(bwrap)) {
    return { ok: false, says: 'bubblewrap is missing; Debian and Ubuntu have it as the package bubblewrap' };
  }
  const { status, stderr } = await sandbox.run({
    commands: [['/bin/sh', '-c', script]],
    limits: { ...defaultLimits, wallMs: 5_000 },
    put: async () => {},
    take: (_folders, outcome) => Promise.resolve(outcome),
  });
  if (status === 0) return { ok: true, says: `boxed by bubblewrap, cgroups ${sandbox.cgroups}` };
  const escape = escapes[(status ?? 0) - escaped];
  return {
    ok: false,
    says: escape ? `inside the box ${escape[0]}` : `the box does not start: ${stderr.trim()}`,
  };
}
