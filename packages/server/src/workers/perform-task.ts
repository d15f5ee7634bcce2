/** Performs a task from an API process with local engines. */
import path from 'node:path';
import type { ConversionResult } from '../convert/result/conversion-result.ts';
import type { Converter } from '../convert/run/converter.ts';
import type { ConversionContext } from '../convert/request/context.ts';
import type { ConversionReport, StepReport } from '../convert/result/report.ts';
import type { Warning } from '../convert/result/warnings.ts';
import type { Task } from './channel/messages.ts';

/** Files that a task has created, and their metadata. */
export interface TaskOutcome {
  files: readonly string[];
  result: TaskResult;
}

/** Metadata of the created files, by operation. */
export interface ResultOf {
  convert: Omit<ConversionResult, 'file' | 'size'> & { report?: ConversionReport };
  convertPart: { warnings: Warning[]; steps: StepReport[] };
  combine: { warnings: Warning[]; steps: StepReport[] };
  pack: Record<never, never>;
}

export type TaskResult = ResultOf[Task['operation']];

/**
 * Performs `task` on its `files`, which are in the folder of `context`. Throws the errors of {@link Converter.convert}.
 */
export async function performTask(
  converter: Pick<Converter, 'plan' | 'convert' | 'convertPart' | 'combine' | 'pack'>,
  task: Task,
  files: readonly string[],
  context: ConversionContext,
): Promise<TaskOutcome> {
  const [file = ''] = files;
  switch (task.operation) {
    case 'convert': {
      const {
        file: made,
        fileName,
        mime,
        ms,
        route,
        warnings,
        tried,
        report,
      } = await converter.convert(await converter.plan(task.request, file), context);
      const { source, target, loses } = route;
      const metadata = { fileName, mime, ms, route: { source, target, loses }, warnings };
      return {
        files: [made],
        result: { ...metadata, ...(tried ? { tried } : {}), ...(report ? { report } : {}) },
      };
    }
    case 'convertPart': {
      const {
        files: made,
        warnings,
        steps,
      } = await converter.convertPart(await converter.plan(task.request, file), context);
      return { files: made, result: { warnings, steps } };
    }
    case 'combine': {
      const {
        file: made,
        warnings,
        steps,
      } = await converter.combine(task.ext, { files, titles: task.titles }, context);
      return { files: [made], result: { warnings, steps } };
    }
    case 'pack': {
      context.onStart?.();
      const named = files.map((one, n) => ({ name: task.names[n] ?? path.basename(one), file: one }));
      return { files: [await converter.pack(named, context)], result: {} };
    }
  }
}
