/** Only refuses a file that was cut off, for the tool that comes next would not notice. */
import { readStep } from './step.ts';
import { refuseCut } from './whole.ts';

const { input, from } = readStep();
await refuseCut(input, from);
