/** The list of subcommands. */
import type { Command } from './command.ts';
import { convert } from './convert.ts';
import { doctor } from './doctor.ts';
import { serve } from './serve.ts';

export const commands: readonly Command[] = [serve, convert, doctor];
