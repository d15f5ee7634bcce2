/** `protean detect FILE…`: detects the formats of files by content and name. */
import type { Detection } from '@protean/client';
import type { Run } from '../command.ts';
import { describeError, exitStatus, usageError, type ExitStatus } from '../exit-status.ts';
import { openConverter } from '../open-converter.ts';
import { complain, print, printJson } from '../terminal.ts';

export const detect: Run = async (context) => {
  const { args, signal } = context;
  if (args.positionals.length === 0) throw usageError('Specify the files to detect.');
  await using converter = await openConverter(context);
  let worst: ExitStatus = exitStatus.ok;
  for (const file of args.positionals) {
    try {
      const detection = await converter.detect(file, signal);
      if (args.flags.has('json')) printJson({ file, ...detection });
      else print(`${file}: ${inWords(detection)}`);
    } catch (error) {
      signal.throwIfAborted();
      const described = describeError(error);
      if (!described) throw error;
      complain(`${file}: ${described.message}`);
      worst = described.status;
    }
  }
  return worst;
};

function inWords({ format, name, certain, others }: Detection): string {
  const doubt = certain ? '' : others.length > 0 ? `, or one of ${others.join(', ')}` : ', not certainly';
  return `${format} (${name})${doubt}`;
}
