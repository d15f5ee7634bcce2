/**
 * Runs the MCP conformance suite twice: against a server with its usual tools, and against a server with the fixture
 * tools that the suite calls. The server with the fixture tools checks access in the same way as the usual server. The
 * files in mcp-conformance/ list the requirements that the server does not meet, with reasons. The test also fails if
 * the server meets a requirement that is listed as unmet.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startInProcess, type InProcessService } from '../../support/server/in-process-service.ts';
import { fixtureServer } from '../../support/mcp/mcp-fixtures.ts';

const suite = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js'));
const expected = (name: string) => fileURLToPath(new URL(`mcp-conformance/${name}.yaml`, import.meta.url));

const builds = {
  tools: {},
  fixtures: { agentServer: () => Promise.resolve(fixtureServer()) },
} as const;

let dir: string;

before(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'protean-conformance-'));
});

after(() => rm(dir, { recursive: true }));

/** Runs the suite and returns its output and exit status. `baseline` is the file that lists the unmet requirements. */
function conform(
  url: string,
  version: string,
  baseline: string,
): Promise<{ status: number; output: string }> {
  const args = ['server', '--url', `${url}/mcp`, '--requirements', version, '--expected-failures', baseline];
  return new Promise((resolve) => {
    const options = { cwd: dir, maxBuffer: 64 * 1024 * 1024 };
    execFile(process.execPath, [suite, ...args], options, (error, stdout, stderr) => {
      resolve({ status: error ? 1 : 0, output: stdout + stderr });
    });
  });
}

for (const [name, replacements] of Object.entries(builds)) {
  describe(name, () => {
    let service: InProcessService;

    before(async () => {
      service = await startInProcess({ RATE_OVERRIDES: '{"anonymous":100000}' }, replacements);
    });

    after(() => service.close());

    for (const version of ['2026-07-28', '2025-11-25']) {
      test(`meets the requirements of MCP version ${version}, except those listed in the baseline file`, async () => {
        const { status, output } = await conform(service.url, version, expected(`${name}.${version}`));
        assert.equal(status, 0, output.slice(-4_000));
      });
    }
  });
}
