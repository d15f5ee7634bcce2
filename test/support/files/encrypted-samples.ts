/**
 * Makes files that are encrypted with the password `secret`: PDFs with qpdf, archives with 7-Zip, and Office documents
 * with LibreOffice.
 */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { python, run } from '../../samples/run.ts';
import type { Samples } from '../../samples/samples.ts';

export interface EncryptedSample {
  from: string;
  to: string;
  file: string;
}

const packages = fileURLToPath(new URL('../../../packages', import.meta.url));

/**
 * Python program that saves documents with a password through LibreOffice's API, because LibreOffice's command line
 * cannot set a password.
 */
const storeLocked = `
import sys, uno
sys.path.insert(0, sys.argv[1])
from com.sun.star.beans import NamedValue
from engines.tools.libreoffice.runner import Office, _properties
office = Office(sys.argv[2])
office.start()
key = uno.Any('[]com.sun.star.beans.NamedValue', (NamedValue('OOXPassword', 'secret'), NamedValue('CryptoType', 'Standard')))
try:
    for source, target, name in zip(*[iter(sys.argv[3:])] * 3):
        url = uno.systemPathToFileUrl
        document = office._desktop.loadComponentFromURL(url(source), '_blank', 0, _properties({'Hidden': True}))
        document.storeToURL(url(target), _properties({'FilterName': name, 'EncryptionData': key}))
        document.close(True)
finally:
    office.stop()
`;

export async function makeEncryptedSamples(samples: Samples, dir: string): Promise<EncryptedSample[]> {
  const file = (ext: string) => path.join(dir, `locked.${ext}`);
  await run('/usr/bin/qpdf', [
    '--encrypt',
    'secret',
    'secret',
    '256',
    '--',
    await samples.get('pdf'),
    file('pdf'),
  ]);
  for (const ext of ['zip', '7z'])
    await run('/usr/bin/7zz', ['a', '-psecret', file(ext), await samples.get('txt')]);
  await python(storeLocked, [
    ...[packages, dir],
    ...[await samples.get('docx'), file('docx'), 'MS Word 2007 XML'],
    ...[await samples.get('xlsx'), file('xlsx'), 'Calc MS Excel 2007 XML'],
  ]);
  return [
    { from: 'pdf', to: 'txt', file: file('pdf') },
    { from: 'pdf', to: 'png', file: file('pdf') },
    { from: 'zip', to: 'tar', file: file('zip') },
    { from: '7z', to: 'zip', file: file('7z') },
    { from: 'docx', to: 'pdf', file: file('docx') },
    { from: 'docx', to: 'md', file: file('docx') },
    { from: 'xlsx', to: 'csv', file: file('xlsx') },
  ];
}
