/** Uses Pillow or ImageMagick to read the resolution that a picture declares. */
import { python } from '../../samples/run.ts';
import { magickProgram } from '@protean/engines/contract/imagemagick-programs.ts';
import { outputOf } from './measure.ts';

/**
 * Python program that prints the resolution that Pillow reads. In formats that store the resolution in Exif, the
 * program finds the Exif block by its first bytes.
 */
const readDensity = `
import re, sys
from PIL import Image
file, ext = sys.argv[1:]
if ext in ('webp', 'avif', 'heic', 'jxl'):
    exif = Image.Exif()
    for block in re.finditer(rb'II\\*\\0|MM\\0\\*', open(file, 'rb').read()):
        exif.load(b'Exif\\0\\0' + block.string[block.start():])
        if 282 in exif:
            break
    density = [exif.get(tag, 0) for tag in (282, 283)]
else:
    with Image.open(file) as image:
        density = image.info.get('dpi', (0, 0))
print(*(round(float(axis)) for axis in density))`;

const byPillow = ['jpg', 'png', 'apng', 'tiff', 'bmp', 'pcx', 'webp', 'avif', 'heic', 'jxl', 'jp2'];

/** Returns the horizontal and vertical resolution in whole pixels per inch, such as `204 98`. */
export async function density(file: string, ext: string): Promise<string> {
  if (byPillow.includes(ext)) return (await python(readDensity, [file, ext])).stdout.toString().trim();
  const shown = ['-units', 'PixelsPerInch', '-format', '%[fx:round(resolution.x)] %[fx:round(resolution.y)]'];
  // The index `[0]` selects the merged image of a Photoshop file, without the layers.
  return outputOf(magickProgram('identify'), [...shown, `${file}[0]`]);
}
