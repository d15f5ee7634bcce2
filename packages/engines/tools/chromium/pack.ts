/**
 * Packs the objects of a printed PDF into compressed object streams, because most of the file size is thousands of
 * small objects for tags.
 */
import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { run } from '../../shared/runner/run.ts';

const qpdf = '/usr/bin/qpdf';

/**
 * Rewrites the file in place. Leaves the file unchanged if qpdf is not installed, fails, or does not reduce the size of
 * the file.
 */
export function pack(file: string): void {
  if (!existsSync(qpdf)) return;
  const packed = `${file}.packed`;
  const { status } = run([qpdf, '--object-streams=generate', '--deterministic-id', file, packed]);
  if (status === 0 && statSync(packed).size < statSync(file).size) renameSync(packed, file);
  else rmSync(packed, { force: true });
}
