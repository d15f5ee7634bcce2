/** The tool's words in one language, as one file to load. */
import { zh as convert } from '@protean/words/convert/zh.ts';
import { zh as domain } from '@protean/words/domain/zh.ts';

export const tables = [convert, domain] as const;
