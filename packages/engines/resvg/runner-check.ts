/** Checks a drawing that another program draws: refuses it if it is too complex, and warns of missing files. */
import { readStep } from '../runtime/step.ts';
import { warn } from '../runtime/warn.ts';
import { namesOtherFiles } from './links.ts';
import { readDrawing } from './source.ts';

const step = readStep();
if (namesOtherFiles(await readDrawing(step))) warn(step, 'asset_missing');
