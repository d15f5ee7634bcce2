/**
 * Defines the records in all samples of spreadsheets and flat data. The records contain text that must be quoted,
 * numbers, booleans, dates and a missing value.
 */

export interface TableRecord {
  id: number;
  name: string;
  price: number;
  active: boolean;
  since: string;
  note: string | null;
}

export const columnNames = ['id', 'name', 'price', 'active', 'since', 'note'] as const;

export const records: readonly TableRecord[] = [
  { id: 1, name: 'Ærø, "the island"', price: 12.5, active: true, since: '2024-02-29', note: 'first' },
  { id: 2, name: 'Žofie', price: -0.25, active: false, since: '2025-12-31', note: null },
  { id: 3, name: '東京 street\tone', price: 1048576, active: true, since: '1999-01-01', note: 'semi;colon' },
];
