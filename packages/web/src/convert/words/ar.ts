/** The tool's words in one language, as one file to load. */
import { ar as convert } from '@protean/words/convert/ar.ts';
import { ar as domain } from '@protean/words/domain/ar.ts';

export const tables = [convert, domain] as const;
