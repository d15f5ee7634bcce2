/** Writes the warnings of a conversion. `warnings.ts` defines the warning codes. */
import { appendFileSync } from 'node:fs';
import path from 'node:path';
import type { Step } from '../../contract/engine.ts';
import { warningsFileName, type WarningCode } from '../../contract/warnings.ts';

/** Adds a warning. `detail` replaces the placeholder in the message of the warning. */
export function warn({ outputDir }: Pick<Step, 'outputDir'>, code: WarningCode, detail = ''): void {
  appendFileSync(path.join(outputDir, warningsFileName), `${code} ${detail}`.trim() + '\n');
}
