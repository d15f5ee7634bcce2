/**
 * Reads file info, the properties of a file, for conversion reports. The file info reader is not an engine, because it
 * produces no result file.
 */
import { ffprobeInfo } from '../../tools/ffmpeg/command.ts';
import { audioSources, videoSources } from '../../tools/ffmpeg/streams/sources.ts';
import type { SandboxLimits } from '../../contract/limits.ts';
import { binaries, pdfTextMounts, pythonMounts } from '../../contract/mounts.ts';
import { sandboxPaths } from '../../contract/sandbox-paths.ts';

/** A file to read. */
export interface FileInfoSource {
  /**
   * Name of the file in the input folder. The file info is written to the output folder, with `.json` appended to the
   * file's name.
   */
  name: string;
  /** Extension that identifies the format. */
  format: string;
}

/** Programs that the readers run, except Python. */
export const fileInfoPrograms = binaries(
  'pdfinfo',
  'pdffonts',
  'pdfimages',
  'pdftotext',
  'bsdtar',
  'ffprobe',
  'vipsheader',
  'jxlinfo',
  'mutool',
);

export const fileInfoMounts: readonly string[] = [
  ...new Set([...pythonMounts, ...pdfTextMounts, ...fileInfoPrograms]),
];

const MB = 1024 * 1024;

/**
 * Limits for all files together. For a single file, the runner sets a lower limit, and keeps the info that was read
 * before a timeout.
 */
export const fileInfoLimits: SandboxLimits = {
  wallMs: 10_000,
  longestWallMs: 30_000,
  cpuMs: 15_000,
  memory: 1024 * MB,
  processes: 50,
  outputBytes: MB,
  outputFiles: 100,
};

export const fileInfoFileName = ({ name }: FileInfoSource): string => `${name}.json`;

/** Returns the command that reads the files. */
export function fileInfoCommand(files: readonly FileInfoSource[]): string[] {
  const asked = files.map((file) => {
    const path = `${sandboxPaths.input}/${file.name}`;
    const source = audioSources[file.format] ?? videoSources[file.format];
    return {
      path,
      format: file.format,
      output: `${sandboxPaths.output}/${fileInfoFileName(file)}`,
      ...(source
        ? { probe: ffprobeInfo(source, path), estimates_length: source.estimatesLength ?? false }
        : {}),
    };
  });
  return [
    '/usr/bin/python3',
    `${sandboxPaths.engines}/passes/file_info/runner.py`,
    JSON.stringify({ files: asked }),
  ];
}
