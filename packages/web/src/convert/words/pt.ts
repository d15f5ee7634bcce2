/** The tool's words in one language, as one file to load. */
import { pt as convert } from '@protean/words/convert/pt.ts';
import { pt as domain } from '@protean/words/domain/pt.ts';

export const tables = [convert, domain] as const;
