/** ImageMagick's programs by the names that its major versions give them, the newest first. */
import { existsSync } from 'node:fs';

const suffixes = ['im7.q16', 'im6.q16'];

/** The path of a program that is there; of the oldest name where none is. */
export function magickProgram(name: 'convert' | 'identify' | 'compare'): string {
  const paths = suffixes.map((suffix) => `/usr/bin/${name}-${suffix}`);
  return paths.find((path) => existsSync(path)) ?? `/usr/bin/${name}-im6.q16`;
}
