/** Makes workbooks of one cell with SheetJS. To xls files, adds records that SheetJS does not write. */
import { CFB as untypedCfb, utils, write } from '@e965/xlsx';

/** SheetJS's reader of compound files, which it exports without types. */
const CFB = untypedCfb as {
  read: (data: Buffer, options: { type: 'buffer' }) => object;
  find: (file: object, name: string) => { content: Buffer; size: number };
  write: (file: object, options: { type: 'buffer' }) => Buffer;
};

/** Returns a workbook whose cell A1 has the text `A1`. `biff5` is Excel 95, `biff8` is Excel 97. */
export function workbook(bookType: 'xlsx' | 'xlsb' | 'biff5' | 'biff8'): Buffer {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([['A1']]), 'Sheet1');
  return write(book, { bookType, type: 'buffer' }) as Buffer;
}

/** Returns a record of an xls file: type and length in 2 bytes each, and the content. */
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
  // The second BOF begins the sheet.
  const begin = content.indexOf(Buffer.from([0x09, 0x08]), 4);
  const end = begin + 4 + content.readUInt16LE(begin + 2);
  stream.content = Buffer.concat([content.subarray(0, end), ...records, content.subarray(end)]);
  stream.size = stream.content.length;
  return CFB.write(file, { type: 'buffer' });
}
