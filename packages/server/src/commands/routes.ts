/** `protean routes`: every declared route with its chain, one a line, whatever is installed here. */
import { edgesOf } from '../convert/edges.ts';
import { crossings } from '../convert/crossings.ts';
import { Planner } from '../convert/planner.ts';
import { engines } from '../engines/index.ts';
import { formats } from '../formats/formats.ts';
import type { Command } from './command.ts';

export const routes: Command = {
  name: 'routes',
  usage: 'routes',
  says: 'Prints every declared route with its steps and what it may lose.',
  run: () => {
    const planner = new Planner({ formats, edges: edgesOf(engines), crossings });
    const lines = planner.all().map(({ source, steps, loses }) => {
      const chain = steps.map(({ engine, to }) => ` -${engine}> ${to}`).join('');
      return `${source}${chain}${loses.length > 0 ? `  (${loses.join(' ')})` : ''}`;
    });
    process.stdout.write(`${lines.sort().join('\n')}\n`);
    return Promise.resolve(0);
  },
};
