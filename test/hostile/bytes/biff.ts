/** Makes minimal Excel 97 workbooks with a cell that gets its value from another file or program. */
import { compoundFile } from '../../samples/documents/compound.ts';
import { hex, le32 } from './numbers.ts';

const le16 = (...numbers: readonly number[]) =>
  Buffer.concat(numbers.map((number) => Buffer.of(number & 0xff, number >> 8)));
const record = (type: number, ...content: readonly Buffer[]) => {
  const bytes = Buffer.concat(content);
  return Buffer.concat([le16(type, bytes.length), bytes]);
};
const text = (of: string) => Buffer.concat([le16(of.length), Buffer.of(0), Buffer.from(of, 'latin1')]);
const begin = (kind: number) => record(0x809, le16(0x600, kind, 0x0dbb, 0x07cc), le32(0, 6));
const end = record(0x0a);

/**
 * Builds a workbook with one cell. `book` contains the records that name the linked file or program. `formula` is the
 * encoded formula of the cell.
 */
function workbook(book: Buffer, formula: Buffer): Buffer {
  const links = Buffer.concat([book, record(0x17, le16(1, 0, 0, 0))]);
  const head = begin(5);
  const sheetEntry = (at: number) => record(0x85, le32(at), le16(0), Buffer.from('\x01\0S', 'latin1'));
  const globals = head.length + sheetEntry(0).length + links.length + end.length;
  const cell = record(
    0x06,
    le16(0, 0, 15),
    Buffer.alloc(8),
    le16(0x3),
    le32(0),
    le16(formula.length),
    formula,
  );
  return compoundFile({
    Workbook: Buffer.concat([head, sheetEntry(globals), links, end, begin(0x10), cell, end]),
  });
}

/**
 * Returns a workbook with a cell that refers to cell A1 on the first sheet of a linked workbook. `path` is the path of
 * the linked workbook in Excel's notation.
 */
export const linkedBook = (path: string): Buffer =>
  workbook(record(0x1ae, le16(1), text(`\x01${path}`), text('S')), hex('3a 0000 0000 0000'));

/**
 * Returns a workbook with a cell whose DDE (Dynamic Data Exchange) link requests `topic` from the program `program`.
 */
export const askedProgram = (program: string, topic: string): Buffer =>
  workbook(
    Buffer.concat([
      record(0x1ae, le16(0), text(`${program}\x03${topic}`)),
      record(0x23, le16(0x7ffe), le32(0), Buffer.from('\x01\0i', 'latin1'), le16(0x1c)),
    ]),
    hex('39 0000 0100 0000'),
  );
