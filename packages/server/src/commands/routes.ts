/**
 * `protean routes`: prints every declared route with its steps and losses, one route per line, regardless of the
 * installed engines.
 */
import { Catalogue } from '../convert/catalogue/catalogue.ts';
import { routeRow } from '../convert/catalogue/route-list.ts';
import { engines } from '@protean/engines';
import { formats } from '@protean/formats';
import type { Run } from './command.ts';
import { print } from './print.ts';

export const routes: Run = () => {
  const { declared } = new Catalogue(formats, engines);
  print(declared.all().map(routeRow).sort().join('\n'));
  return Promise.resolve(0);
};
