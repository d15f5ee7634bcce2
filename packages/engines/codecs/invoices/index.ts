/**
 * Converts electronic invoices in CII and UBL (EN 16931) to a readable web page. Protean renders invoices itself,
 * because the style sheets of the standards need an XSLT 2 processor, and no maintained program in Debian or npm
 * renders invoices.
 */
import { defineEngine, isRunnerFault, runnerCommand } from '../../contract/engine.ts';
import { pythonMounts } from '../../contract/mounts.ts';

export const invoices = defineEngine({
  id: 'invoices',
  title: 'Protean invoice reader',
  singleThreaded: true,
  needs: [{ command: 'python3', debian: 'python3' }],
  mounts: pythonMounts,
  edges: [{ reads: ['xml'], writes: ['html'], cost: 2, fallback: true, forFeatures: true }],
  isEngineFault: isRunnerFault,
  command: (step) => runnerCommand('codecs/invoices/runner.py', step),
});
