/** Packs several result files into one zip, so that a result is one file. */
import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ServiceError } from '../../errors.ts';
import type { Format } from '@protean/formats/format.ts';
import { format } from '@protean/formats';
import { sourceDateEpoch } from '@protean/engines/contract/source-date-epoch.ts';
import { sandboxPaths } from '@protean/engines/contract/sandbox-paths.ts';
import { defaultLimits } from '@protean/engines/contract/limits.ts';
import { boundedLimits, type ConversionContext } from '../request/context.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import type { Deadline } from '../request/deadline.ts';
import { checkSpace } from './space.ts';

/** A file and its name in the zip, with `/` between folders. */
export interface PackedFile {
  name: string;
  file: string;
}

/**
 * Returns a single file unchanged. Packs several files into a zip, in the given order. If the files are one text file
 * and its pictures, the text file comes first. A text file with pictures is named after `stem`, and its pictures are in
 * the folder `images`.
 */
export async function packResults(
  files: readonly string[],
  { ext, stem }: { ext: string; stem: string },
  dir: string,
  scope: PackScope,
): Promise<{ file: string; format: Format }> {
  const [only] = files;
  if (only !== undefined && files.length === 1) return { file: only, format: format(ext) };
  const isPicture = (file: string) => !file.endsWith(`.${ext}`);
  const pictures = files.filter(isPicture);
  const others = files.filter((file) => !isPicture(file));
  const [text] = others;
  const packed =
    text !== undefined && pictures.length > 0 && others.length === 1
      ? [
          { name: `${stem}.${ext}`, file: text },
          ...pictures.map((file) => ({ name: `${picturesFolder}/${path.basename(file)}`, file })),
        ]
      : files.map((file) => ({ name: path.basename(file), file }));
  return { file: await packFiles(packed, dir, scope), format: format('zip') };
}

/** Folder in the zip for the linked pictures of a text file, such as Markdown. */
const picturesFolder = 'images';

interface PackScope extends Pick<ConversionContext, 'bounds' | 'signal'> {
  sandbox: Sandbox;
  /** Time limits of the conversion, which also apply to packing the result files. */
  deadline: Pick<Deadline, 'limitMs' | 'longestLeftMs'>;
}

/** Packs the files into a zip in `dir`, and returns the path of the zip. Removes the packed files. */
export async function packFiles(
  files: readonly PackedFile[],
  dir: string,
  { sandbox, deadline, bounds, signal }: PackScope,
): Promise<string> {
  const { limitMs, longestLeftMs: longestWallMs } = deadline;
  const zip = [
    '--format',
    'zip',
    '-cf',
    `${sandboxPaths.output}/out.zip`,
    `@${sandboxPaths.input}/${manifest}`,
  ];
  const file = path.join(dir, 'out.zip');
  await sandbox.run({
    commands: [[packer, ...zip]],
    mounts: [packer],
    limits: {
      ...boundedLimits(defaultLimits, bounds),
      ...{ wallMs: Math.min(limitMs, longestWallMs), longestWallMs },
    },
    signal,
    stageInputs: async ({ input }) => {
      await writeFile(path.join(input, manifest), manifestOf(files));
      for (const [n, { file: part }] of files.entries()) await rename(part, path.join(input, String(n)));
    },
    collectOutputs: async ({ output }, outcome) => {
      signal?.throwIfAborted();
      checkSpace(output, outcome);
      if (outcome.status !== 0) throw packingFailed(outcome.stderr);
      await rename(path.join(output, 'out.zip'), file);
    },
  });
  return file;
}

const manifest = 'manifest.mtree';
const packer = '/usr/bin/bsdtar';

/**
 * Path of the input folder, relative to the working directory. An absolute path would be wrong in a sandbox without a
 * separate file system, because sandbox paths in the manifest are not translated to host paths.
 */
const input = path.relative(sandboxPaths.work, sandboxPaths.input);

/** Returns an mtree manifest with only the names of the files, so that identical pages make identical zips. */
function manifestOf(files: readonly PackedFile[]): string {
  const attributes = `type=file mode=0644 uid=0 gid=0 time=${sourceDateEpoch}.0`;
  const line = ({ name }: PackedFile, n: number) => `${escaped(name)} ${attributes} content=${input}/${n}`;
  return ['#mtree', ...files.map(line), ''].join('\n');
}

/**
 * Returns the name as mtree expects it: every byte that mtree may interpret is written as an octal escape.
 */
function escaped(name: string): string {
  const octal = (letter: string) => `\\${letter.charCodeAt(0).toString(8).padStart(3, '0')}`;
  return Buffer.from(name)
    .toString('latin1')
    .replaceAll(/[^\w./-]/g, octal);
}

function packingFailed(stderr: string): ServiceError {
  return new ServiceError('service_unavailable', 'The pages could not be packed into one file.', {
    details: { reason: 'engine_crashed' },
    cause: new Error(stderr),
  });
}
