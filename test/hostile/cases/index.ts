/** All cases there are. */
import type { HostileCase } from '../case.ts';
import { archives } from './archives.ts';
import { ebooks } from './books.ts';
import { data } from './data.ts';
import { drawings } from './drawings.ts';
import { forms } from './forms.ts';
import { markup } from './markup.ts';
import { media } from './media.ts';
import { names } from './names.ts';
import { office } from './office.ts';
import { pages } from './pages.ts';
import { pictures } from './pictures.ts';

export const cases: readonly HostileCase[] = [
  ...drawings,
  ...pictures,
  ...pages,
  ...media,
  ...office,
  ...markup,
  ...ebooks,
  ...archives,
  ...data,
  ...names,
  ...forms,
];
