/** Checks that a file is complete and undamaged, so that an empty result means that the file has no content. */
import { open } from 'node:fs/promises';
import { detectOpen } from '@protean/formats/detection/detect-file.ts';
import { endsEarly } from '@protean/formats/detection/endings.ts';
import type { Format } from '@protean/formats/format.ts';
import { readAt } from '../../../kit/read-at.ts';
import { ServiceError } from '../../../errors.ts';
import { looksLike } from './damage.ts';
import type { Edge } from '../../catalogue/edges.ts';
import { ConversionStep, type StepScope } from '../step.ts';

/**
 * Formats with checksums or lengths that every reader verifies up to the end of the file. If a checksum or a length is
 * wrong, the reader fails.
 */
const verified = ['tar.gz', 'tar.xz', 'tar.bz2', 'tar.zst', 'gz', 'xz', 'bz2', 'zst'];

/**
 * Whether the file is complete and undamaged. Returns false if the state of the file is unknown. `foundInZip` checks a
 * zip for damage, which takes a while. For an undamaged zip, `foundInZip` resolves to `unreadable_file`, with which the
 * repair engine reports a file without damage.
 */
export async function isSound(
  file: string,
  source: Format,
  foundInZip: () => Promise<unknown>,
): Promise<boolean> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const read = (position: number, length: number) => readAt(handle, position, length);
    const detection = await detectOpen(handle.fd, size);
    const head = await read(0, 4096);
    const isBlank = detection.isText && head.toString('latin1').trim() === '';
    if (!isBlank && !looksLike(source, detection, head.toString('latin1'))) return false;
    const isCut = await endsEarly(source.ext, { size, read });
    if (isCut) return false;
    if (source.ext === 'zip' || source.inside?.container === 'zip')
      return (await foundInZip()) === 'unreadable_file';
    // A tar without files consists of blocks of zeros.
    if (source.ext === 'tar') return await isZeros(read, size);
    return detection.isText || isCut === false || verified.includes(source.ext);
  } finally {
    await handle.close();
  }
}

async function isZeros(
  read: (position: number, length: number) => Promise<Uint8Array>,
  size: number,
): Promise<boolean> {
  const most = 1024 * 1024;
  return size >= 1024 && size <= most && (await read(0, size)).every((byte) => byte === 0);
}

/**
 * Runs the repair engine with `salvage: false`, so that it checks the file without repairing it. Returns the
 * reason with which the repair engine refuses the file: `damaged` for a damaged file, and `unreadable_file` for an
 * undamaged file. Returns undefined if the repair engine states no reason.
 */
export async function damageFoundBy(
  repair: Edge,
  file: string,
  dir: string,
  scope: StepScope,
): Promise<unknown> {
  const step = new ConversionStep(
    repair,
    { salvage: false },
    { ...scope, attempts: undefined, onStep: undefined },
  );
  return step
    .convert(file, dir, () => {})
    .then(
      () => undefined,
      (error: unknown) => (error instanceof ServiceError ? error.details?.['reason'] : undefined),
    );
}
