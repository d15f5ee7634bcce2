/** The tool's words in one language, as one file to load. */
import { ja as convert } from '@protean/words/convert/ja.ts';
import { ja as domain } from '@protean/words/domain/ja.ts';

export const tables = [convert, domain] as const;
