/** Writes zip files with Python, for samples of zip-based formats. */
import { writeFile } from 'node:fs/promises';
import { python } from '../run.ts';

const program = `
import io, json, sys, zipfile
packed = io.BytesIO()
with zipfile.ZipFile(packed, 'w', zipfile.ZIP_DEFLATED) as archive:
    for name, content in json.load(sys.stdin).items():
        # JSON.stringify writes a buffer as its type and its bytes.
        content = bytes(content['data']) if isinstance(content, dict) else content
        stored = zipfile.ZIP_STORED if name == 'mimetype' else zipfile.ZIP_DEFLATED
        archive.writestr(zipfile.ZipInfo(name, (2024, 2, 29, 12, 0, 0)), content, stored)
sys.stdout.buffer.write(packed.getvalue())
`;

/** Returns the content of a zip file. See `writeZip`. */
export async function zipOf(entries: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  return (await python(program, [], JSON.stringify(entries))).stdout;
}

/**
 * Writes a zip file. `entries` maps names to contents. The order of entries is kept, and the entry `mimetype` is not
 * compressed.
 */
export async function writeZip(
  file: string,
  entries: Readonly<Record<string, string | Buffer>>,
): Promise<void> {
  await writeFile(file, await zipOf(entries));
}

export const xmlHead = '<?xml version="1.0" encoding="UTF-8"?>\n';

export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
