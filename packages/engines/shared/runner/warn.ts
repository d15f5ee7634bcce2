/** Writes the warnings of a conversion. `warnings.ts` defines the codes. */
import { appendFileSync } from 'node:fs';
import path from 'node:path';
import type { Step } from '../../contract/engine.ts';
import { warningsFileName, type WarningCode } from '../../contract/warnings.ts';

/** `detail` fills the placeholder in the text of the code. */
export function warn({ outputDir }: Pick<Step, 'outputDir'>, code: WarningCode, detail = ''): void {
  appendFileSync(path.join(outputDir, warningsFileName), `${code} ${detail}`.trim() + '\n');
}
