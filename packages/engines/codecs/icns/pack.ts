/** Packs PNG files of several sizes into an icon. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { magickProgram } from '../../contract/imagemagick-programs.ts';

const run = promisify(execFile);

export async function packIcon(
  format: 'ico' | 'icns',
  pictures: readonly string[],
  file: string,
): Promise<void> {
  if (format === 'icns') await run('/usr/bin/png2icns', [file, ...pictures]);
  else await run(magickProgram('convert'), [...pictures.map((path) => `png:${path}`), `ico:${file}`]);
}
