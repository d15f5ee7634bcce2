/** The tool's words in one language, as one file to load. */
import { en as convert } from '@protean/words/convert/en.ts';
import { en as domain } from '@protean/words/domain/en.ts';

export const tables = [convert, domain] as const;
