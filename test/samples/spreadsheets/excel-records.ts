/**
 * Makes workbooks with one cell, using SheetJS. Can also insert records into xls files that SheetJS cannot write
 * itself.
 */
import { CFB as untypedCfb, utils, write } from '@e965/xlsx';

/** SheetJS's functions for compound files, the container of xls. SheetJS exports these functions without types. */
const CFB = untypedCfb as {
  read: (data: Buffer, options: { type: 'buffer' }) => object;
  find: (file: object, name: string) => { content: Buffer; size: number };
  write: (file: object, options: { type: 'buffer' }) => Buffer;
};

/**
 * Returns a workbook with the text `A1` in cell A1. `biff5` is the xls format of Excel 95, and `biff8` is the xls
 * format of Excel 97.
 */
export function workbook(bookType: 'xlsx' | 'xlsb' | 'biff5' | 'biff8'): Buffer {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([['A1']]), 'Sheet1');
  return write(book, { bookType, type: 'buffer' }) as Buffer;
}

/** Returns a record of an xls file: 2 bytes with the type, 2 bytes with the length, and the content. */
export function record(kind: number, content: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16LE(kind, 0);
  head.writeUInt16LE(content.length, 2);
  return Buffer.concat([head, content]);
}

/** Returns a {@link workbook} with additional records at the beginning of the sheet. */
export function legacyWorkbook(bookType: 'biff5' | 'biff8', ...records: readonly Buffer[]): Buffer {
  const file = CFB.read(workbook(bookType), { type: 'buffer' });
  const stream = CFB.find(file, bookType === 'biff5' ? '/Book' : '/Workbook');
  const content = Buffer.from(stream.content);
  // The second BOF record in the workbook is the beginning of its sheet.
  const begin = content.indexOf(Buffer.from([0x09, 0x08]), 4);
  const end = begin + 4 + content.readUInt16LE(begin + 2);
  stream.content = Buffer.concat([content.subarray(0, end), ...records, content.subarray(end)]);
  stream.size = stream.content.length;
  return CFB.write(file, { type: 'buffer' });
}
