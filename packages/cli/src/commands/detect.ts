/** `protean detect FILE…`: detects the formats of files by content and name. */
import type { Detection } from '@protean/client';
import type { Run } from '../command.ts';
import { describeError, exitStatus, usageError, type ExitStatus } from '../exit-status.ts';
import { openConverter } from '../open-converter.ts';

export const detect: Run = async (context) => {
  const { args, signal } = context;
  if (args.positionals.length === 0) throw usageError('Specify the files to detect.');
  await using converter = await openConverter(context);
  let worst: ExitStatus = exitStatus.ok;
  for (const file of args.positionals) {
    try {
      const detection = await converter.detect(file, signal);
      process.stdout.write(
        args.flags.has('json')
          ? `${JSON.stringify({ file, ...detection })}\n`
          : `${file}: ${inWords(detection)}\n`,
      );
    } catch (error) {
      signal.throwIfAborted();
      const described = describeError(error);
      if (!described) throw error;
      process.stderr.write(`${file}: ${described.message}\n`);
      worst = described.status;
    }
  }
  return worst;
};

function inWords({ format, name, certain, others }: Detection): string {
  const doubt = certain ? '' : others.length > 0 ? `, or one of ${others.join(', ')}` : ', not certainly';
  return `${format} (${name})${doubt}`;
}
