/**
 * Determines the names of option files (files that are values of options) in the input folder, and decodes the content
 * of option files.
 */
import { optionFileIn } from '@protean/engines/contract/option-files.ts';
import { fileValuedOptions, type Options } from '@protean/engines/contract/options.ts';
import { sandboxPaths } from '@protean/engines/contract/sandbox-paths.ts';
import { ServiceError } from '../../errors.ts';

interface StagedFiles {
  /** The options of the request. A value that was a file is replaced with the file's path in the sandbox. */
  options: Options;
  /** The content of each file, by its name in the input folder. */
  files: ReadonlyMap<string, Buffer>;
  /** The name that the caller gave each file, by option name. */
  names: Readonly<Record<string, string>>;
}

/** Returns the files that `options` contain as data URLs. Throws `bad_request` if a value is a malformed data URL. */
export function stagedFiles(options: Options): StagedFiles {
  const paths: Record<string, string> = {};
  const names: Record<string, string> = {};
  const files = new Map<string, Buffer>();
  for (const option of fileValuedOptions) {
    const value = (options as Readonly<Record<string, unknown>>)[option];
    if (typeof value !== 'string') continue;
    const file = optionFileIn(value);
    if (!file) throw malformedFile(option);
    const name = `option-${option}`;
    files.set(name, file.content);
    names[option] = file.name;
    paths[option] = `${sandboxPaths.input}/${name}`;
  }
  return { options: { ...options, ...paths }, files, names };
}

function malformedFile(field: string): ServiceError {
  return new ServiceError(
    'bad_request',
    `The option "${field}" is not valid: it must be a file of the form, the id of an uploaded file, a public URL, or a data URL in base64.`,
    { details: { field } },
  );
}
