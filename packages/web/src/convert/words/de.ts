/** The tool's words in one language, as one file to load. */
import { de as convert } from '@protean/words/convert/de.ts';
import { de as domain } from '@protean/words/domain/de.ts';

export const tables = [convert, domain] as const;
