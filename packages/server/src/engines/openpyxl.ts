/** openpyxl: Excel's workbooks to JSON and back, every cell of its own type and nothing guessed from how it looks. */
import { defineEngine } from './engine.ts';
import { hostCommand } from './host.ts';

export const openpyxl = defineEngine({
  id: 'openpyxl',
  title: 'openpyxl',
  needs: [{ command: '/usr/lib/python3/dist-packages/openpyxl/__init__.py', debian: 'python3-openpyxl' }],
  edges: [
    { reads: ['xlsx', 'xlsm', 'xltx'], writes: ['json'], cost: 2, options: ['indent'] },
    { reads: ['json'], writes: ['xlsx'], cost: 2 },
  ],
  command: (step) => hostCommand('workbook.py', step),
  // Of the two XML readers it may use this is the one that never looks outside the file.
  env: { OPENPYXL_LXML: 'False' },
});
