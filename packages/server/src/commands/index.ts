/** The list of subcommands. */
import { admin } from './admin.ts';
import type { Command } from './command.ts';
import { convert } from './convert.ts';
import { doctor } from './doctor.ts';
import { routes } from './routes.ts';
import { serve } from './serve.ts';

export const commands: readonly Command[] = [serve, convert, doctor, routes, admin];
