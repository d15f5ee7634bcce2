/**
 * Python code runs this script to detect the encoding of the bytes on standard input. With the argument `dos`, the
 * bytes are file names, and the script detects their code page. Prints the name of the codec in Python, and whether the
 * detection is certain.
 */
import { readFileSync } from 'node:fs';
import type { EncodingName } from '../../contract/encodings.ts';
import { encodingOf } from './detect.ts';
import { codePageOf } from './dos-names.ts';

/** Python codecs for encodings that have a different name in Python, or for which Python has a more complete codec. */
const codecs: Partial<Record<EncodingName, string>> = {
  shift_jis: 'cp932',
  'euc-kr': 'cp949',
  big5: 'big5hkscs',
  gbk: 'gb18030',
  'windows-874': 'cp874',
  macintosh: 'mac-roman',
};

const bytes = readFileSync(0);
const [, , kind = 'txt'] = process.argv;
if (kind === 'dos') {
  console.log(JSON.stringify(codePageOf(bytes)));
} else {
  const { name, certain } = encodingOf(bytes, kind);
  console.log(JSON.stringify({ codec: codecs[name] ?? name, certain }));
}
