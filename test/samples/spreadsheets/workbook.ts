/**
 * The workbook in all spreadsheet samples: a sheet of the records as typed cells, and a second sheet with a formula
 * over the records.
 */
import { columnNames, records } from './table.ts';

export type Cell = string | number | boolean | null | { date: string } | { formula: string; value: number };

export interface Sheet {
  name: string;
  rows: readonly (readonly Cell[])[];
}

const sumOfPrices = records.reduce((sum, { price }) => sum + price, 0);

export const workbook: readonly [Sheet, Sheet] = [
  {
    name: 'Records',
    rows: [
      columnNames,
      ...records.map((record) =>
        columnNames.map((name) => (name === 'since' ? { date: record.since } : record[name])),
      ),
    ],
  },
  {
    name: 'Sums',
    rows: [['Sum of prices', { formula: `SUM(Records!C2:C${records.length + 1})`, value: sumOfPrices }]],
  },
];
