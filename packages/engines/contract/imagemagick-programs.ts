/** Finds ImageMagick's programs. Their file names contain the major version. */
import { existsSync } from 'node:fs';

const suffixes = ['im7.q16', 'im6.q16'];

/** Returns the path of the newest installed version, or the path of the oldest version if none is installed. */
export function magickProgram(name: 'convert' | 'identify' | 'compare'): string {
  const paths = suffixes.map((suffix) => `/usr/bin/${name}-${suffix}`);
  return paths.find((path) => existsSync(path)) ?? `/usr/bin/${name}-im6.q16`;
}
