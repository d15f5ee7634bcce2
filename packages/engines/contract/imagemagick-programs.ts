/** ImageMagick's programs by the names of its major versions, newest first. */
import { existsSync } from 'node:fs';

const suffixes = ['im7.q16', 'im6.q16'];

/** Returns the path of the first program that exists, or the path of the oldest name. */
export function magickProgram(name: 'convert' | 'identify' | 'compare'): string {
  const paths = suffixes.map((suffix) => `/usr/bin/${name}-${suffix}`);
  return paths.find((path) => existsSync(path)) ?? `/usr/bin/${name}-im6.q16`;
}
