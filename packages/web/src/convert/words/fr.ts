/** The tool's words in one language, as one file to load. */
import { fr as convert } from '@protean/words/convert/fr.ts';
import { fr as domain } from '@protean/words/domain/fr.ts';

export const tables = [convert, domain] as const;
