/** Reads `report.json` from the zip of results, and reports which files of the request failed. */
import { open } from 'node:fs/promises';
import { inflateRawSync } from 'node:zlib';
import { CommandError, exitStatus, describeError, type ExitStatus } from './exit-status.ts';
import { complain } from './terminal.ts';

interface FileReport {
  name: string;
  status: 'completed' | 'failed';
  error?: { code: string; message: string; details?: Record<string, unknown> };
}

/**
 * Prints a line for each failed file and returns the exit status. If no file failed, the status is success. If all
 * failures have the same status, that status is returned. If failures have different statuses, the status for general
 * failure is returned.
 */
export async function statusOfReport(zip: string): Promise<ExitStatus> {
  const failed = (await reportIn(zip)).filter(({ status }) => status === 'failed');
  const statuses = failed.map(({ name, error }) => {
    const thrown = Object.assign(new Error(error?.message), { status: 400, ...error, name: 'ProteanError' });
    const { status, message } = describeError(thrown) ?? {
      status: exitStatus.failed,
      message: thrown.message,
    };
    complain(`${name}: ${message}`);
    return status;
  });
  const [first = exitStatus.ok] = statuses;
  return statuses.every((status) => status === first) ? first : exitStatus.failed;
}

const reportName = 'report.json';
const [endMark, entryMark] = [Buffer.from('PK\x05\x06'), Buffer.from('PK\x01\x02')];
/** Maximum length in bytes of the end record of a zip, including the comment, rounded up. */
const maxEnd = 66_000;

/**
 * Returns the report, which is the last entry of the zip. Reads only the end of the zip, because the zip may be large.
 */
async function reportIn(zip: string): Promise<readonly FileReport[]> {
  const file = await open(zip);
  try {
    const { size } = await file.stat();
    const read = async (position: number, length: number) => {
      const { buffer } = await file.read(Buffer.alloc(length), 0, length, position);
      return buffer;
    };
    const tail = await read(Math.max(0, size - maxEnd), Math.min(size, maxEnd));
    const end = tail.lastIndexOf(endMark);
    if (end === -1) throw noReport(zip);
    const directory = await read(tail.readUInt32LE(end + 16), tail.readUInt32LE(end + 12));
    for (let at = 0; directory.subarray(at, at + 4).equals(entryMark);) {
      const [name, extra, comment] = [28, 30, 32].map((of) => directory.readUInt16LE(at + of));
      const next = at + 46 + (name ?? 0);
      if (directory.toString('utf8', at + 46, next) === reportName) {
        const start = directory.readUInt32LE(at + 42);
        const header = await read(start, 30);
        const content = start + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
        const packed = await read(content, directory.readUInt32LE(at + 20));
        const text = directory.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed);
        return JSON.parse(text.toString()) as FileReport[];
      }
      at = next + (extra ?? 0) + (comment ?? 0);
    }
    throw noReport(zip);
  } finally {
    await file.close();
  }
}

const noReport = (zip: string) => new CommandError(`${zip} contains no ${reportName}.`);
