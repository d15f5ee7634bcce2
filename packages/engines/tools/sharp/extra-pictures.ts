/**
 * Warns about pictures in the source file that the result omits: gain maps, depth maps, and further pictures of a HEIF
 * file.
 */
import { readFile } from 'node:fs/promises';
import type { Step } from '../../contract/engine.ts';
import { findBox, wholeOf } from '../../shared/image/boxes.ts';
import { countShownPictures, heifItems } from '../../shared/image/heif-items.ts';
import { warn } from '../../shared/runner/warn.ts';
import { hasGainMap } from './gain-map.ts';

const heif = ['heic', 'avif'];

/** Types of auxiliary pictures that contain distances from the camera. */
const depthTypes = ['urn:mpeg:hevc:2015:auxid:2', 'urn:mpeg:mpegB:cicp:systems:auxiliary:depth'];

export async function warnOfExtraPictures(step: Pick<Step, 'from' | 'input' | 'outputDir'>): Promise<void> {
  const parts = [
    ...((await hasGainMap(step)) ? ['gain map'] : []),
    ...(heif.includes(step.from) ? extrasOfHeif(await readFile(step.input)) : []),
  ];
  if (parts.length > 0) warn(step, 'content_left_out', parts.join(', '));
}

function extrasOfHeif(file: Buffer): string[] {
  const properties = findBox(file, ['meta'], wholeOf(file));
  const description = properties ? file.subarray(properties.content, properties.end) : Buffer.alloc(0);
  const hasDepth = depthTypes.some((name) => description.includes(name, 0, 'latin1'));
  const items = heifItems(file);
  const others = items ? countShownPictures(items) - 1 : 0;
  return [
    ...(hasDepth ? ['depth map'] : []),
    ...(others > 0 ? [others === 1 ? '1 other picture' : `${others} other pictures`] : []),
  ];
}
