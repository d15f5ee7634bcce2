/** Checks the effects of options on the cells of workbooks. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { run } from '../../../samples/run.ts';
import { text } from '../../results/measure.ts';
import type { Effect, Workbench } from '../../results/workbench.ts';

const program = `
import openpyxl, sys
from openpyxl.comments import Comment
book = openpyxl.Workbook()
sheet = book.active
sheet.append(['price', 'time'])
sheet.append([53000, 1.25])
sheet['A2'].number_format = '"$"#,##0'
sheet['B2'].number_format = '[h]:mm'
sheet['A2'].comment = Comment('please check', 'Ann')
secret = book.create_sheet('Secret')
secret.append(['password'])
secret.sheet_state = 'hidden'
book.save(sys.argv[1])
`;

export function workbooks(lab: Workbench): readonly Effect[] {
  const file = path.join(lab.dir, 'options.xlsx');
  const made = run('/usr/bin/python3', ['-c', program, file]);
  const json = async (options: Readonly<Record<string, string>>) => {
    await made;
    return text(await lab.converted('xlsx', 'json', { indent: '0', ...options }, file));
  };
  return [
    {
      shows: ['values'],
      description: 'cell values are written as stored or as displayed',
      see: async () => {
        assert.match(await json({ values: 'raw' }), /"price":53000,"time":"30:00:00"/);
        assert.match(await json({ values: 'shown' }), /"price":"\$53,000","time":"30:00"/);
      },
    },
    {
      shows: ['sheets'],
      description: 'hidden sheets are converted or omitted as requested',
      see: async () => {
        assert.match(await json({ sheets: 'all' }), /password/);
        assert.doesNotMatch(await json({ sheets: 'visible' }), /password/);
      },
    },
    {
      shows: ['comments'],
      description: 'cell comments are written to a separate column on request',
      see: async () => {
        assert.match(await json({ comments: 'true' }), /"comments":"A2: Ann: please check"/);
        assert.doesNotMatch(await json({}), /please check/);
      },
    },
  ];
}
