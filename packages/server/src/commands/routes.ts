/** `protean routes`: every declared route with its chain, one a line, whatever is installed here. */
import { Catalogue } from '../convert/catalogue.ts';
import { engines } from '../engines/index.ts';
import { formats } from '../formats/formats.ts';
import type { Run } from './command.ts';

export const routes: Run = () => {
  const { declared } = new Catalogue(formats, engines);
  const lines = declared.all().map(({ source, steps, loses }) => {
    const chain = steps.map(({ engine, to }) => ` -${engine}> ${to}`).join('');
    return `${source}${chain}${loses.length > 0 ? `  (${loses.join(' ')})` : ''}`;
  });
  process.stdout.write(`${lines.sort().join('\n')}\n`);
  return Promise.resolve(0);
};
