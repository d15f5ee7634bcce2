/** Counts the charts of workbooks in Excel's binary format (BIFF), which SheetJS skips. */

/** Type of the record that begins a workbook, a sheet or a chart, and the subtype that means a chart. */
const [beginOfPart, chart] = [0x0809, 0x0020];
const recordHead = 4;

/** Returns the number of charts. `stream` is the stream `Workbook` or `Book` of the file. */
export function binaryChartCount(stream: Buffer): number {
  let count = 0;
  for (let at = 0; at + recordHead <= stream.length; at += recordHead + stream.readUInt16LE(at + 2)) {
    if (stream.readUInt16LE(at) !== beginOfPart || at + recordHead + 4 > stream.length) continue;
    if (stream.readUInt16LE(at + recordHead + 2) === chart) count += 1;
  }
  return count;
}
