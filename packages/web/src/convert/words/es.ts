/** The tool's words in one language, as one file to load. */
import { es as convert } from '@protean/words/convert/es.ts';
import { es as domain } from '@protean/words/domain/es.ts';

export const tables = [convert, domain] as const;
