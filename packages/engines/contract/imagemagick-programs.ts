/** Finds ImageMagick's programs. The file names of the programs contain the major version. */
import { existsSync } from 'node:fs';

const suffixes = ['im7.q16', 'im6.q16'];

/**
 * Returns the path of the program in its newest installed version. If no version is installed, returns the path that
 * the program has in ImageMagick 6.
 */
export function magickProgram(name: 'convert' | 'identify' | 'compare'): string {
  const paths = suffixes.map((suffix) => `/usr/bin/${name}-${suffix}`);
  return paths.find((path) => existsSync(path)) ?? `/usr/bin/${name}-im6.q16`;
}
