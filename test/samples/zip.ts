/** Zip files of text members, packed by Python, for the samples of formats that live in one. */
import { python } from './run.ts';

const program = `
import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1], 'w', zipfile.ZIP_DEFLATED) as archive:
    for name, content in json.load(sys.stdin).items():
        # JSON.stringify writes a buffer as its type and its bytes.
        content = bytes(content['data']) if isinstance(content, dict) else content
        stored = zipfile.ZIP_STORED if name == 'mimetype' else zipfile.ZIP_DEFLATED
        archive.writestr(zipfile.ZipInfo(name, (2024, 2, 29, 12, 0, 0)), content, stored)
`;

/** Writes `entries`, name to content, in their order; an entry called `mimetype` is stored uncompressed. */
export async function writeZip(
  file: string,
  entries: Readonly<Record<string, string | Buffer>>,
): Promise<void> {
  await python(program, [file], JSON.stringify(entries));
}

export const xmlHead = '<?xml version="1.0" encoding="UTF-8"?>\n';

export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
