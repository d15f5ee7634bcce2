/**
 * Defines the workbook in all spreadsheet samples. The first sheet has the records of table.ts as typed cells. The
 * second sheet has a formula that adds up the prices of the records.
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
