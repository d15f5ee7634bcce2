/**
 * Tests which engines run in a warm engine, a process that waits in a sandbox with its libraries loaded. A warm engine
 * can also run another engine, if the sandbox of the warm engine contains all files and folders that the other engine
 * mounts.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { edgesOf } from '../../packages/server/src/convert/catalogue/edges.ts';
import { engines } from '@protean/engines';
import { commandsOf, mountsOf } from '../../packages/engines/contract/engine.ts';
import { includes, viewOf } from '../../packages/engines/contract/view.ts';
import { warmEnginesFor } from '../../packages/engines/warm/warm-engines.ts';
import { sandboxStep } from '../support/server/sandbox-step.ts';

/**
 * Engines that no warm engine serves. These engines start a process per conversion, because they are rarely used or
 * spend nearly all their time in an external program.
 */
const cold = [
  'asciidoctor',
  'document',
  'exr',
  'fluidsynth',
  'fontforge',
  'ghostscript',
  'libjxl',
  'mupdf',
  'ocrmypdf',
  'pikepdf-reading',
  'qpdf',
  'tesseract',
  'vips',
];

const kinds = warmEnginesFor(2, 3 * 1024 ** 3);

function isServed(id: string, from: string, to: string): boolean {
  const engine = engines.find((one) => one.id === id) ?? assert.fail(id);
  const commands = commandsOf(engine, sandboxStep(from, to));
  const view = viewOf(mountsOf(engine, { from, to }));
  return kinds.some((kind) => kind.serves(commands) && includes(kind.view, view));
}

test('every engine can run in a warm process, except the listed engines', () => {
  const unserved = edgesOf(engines).filter(({ engine, from, to }) => !isServed(engine, from, to));
  assert.deepEqual([...new Set(unserved.map(({ engine }) => engine))].sort(), cold);
});
