/** Tells of what a conversion did not do wholly as asked; `warnings.ts` has the codes. */
import { appendFileSync } from 'node:fs';
import path from 'node:path';
import type { Step } from '../../contract/engine.ts';
import { warningsFileName, type WarningCode } from '../../contract/warnings.ts';

/** `detail` is what the sentence of the code leaves open. */
export function warn({ outputDir }: Pick<Step, 'outputDir'>, code: WarningCode, detail = ''): void {
  appendFileSync(path.join(outputDir, warningsFileName), `${code} ${detail}`.trim() + '\n');
}
