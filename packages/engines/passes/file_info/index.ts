/** Facts: reads what files hold, inside the sandbox, for the reports of conversions. No engine: it makes no file. */
import { ffprobeInfo } from '../../tools/ffmpeg/command.ts';
import { audioSources, videoSources } from '../../tools/ffmpeg/streams/sources.ts';
import type { SandboxLimits } from '../../contract/limits.ts';
import { binaries, pdfTextMounts, pythonMounts } from '../../contract/mounts.ts';
import { sandboxPaths } from '../../contract/sandbox-paths.ts';

/** A file to be read. */
export interface FileInfoSource {
  /** Its name in the input folder; what is read of it is written to the output folder by that name and `.json`. */
  name: string;
  /** The extension of its format. */
  format: string;
}

/** The programs that the readers call besides Python. */
export const fileInfoPrograms = binaries(
  'pdfinfo',
  'pdffonts',
  'pdfimages',
  'pdftotext',
  'bsdtar',
  'ffprobe',
  'vipsheader',
  'jxlinfo',
);

export const fileInfoMounts: readonly string[] = [
  ...new Set([...pythonMounts, ...pdfTextMounts, ...fileInfoPrograms]),
];

const MB = 1024 * 1024;

/** Of all files together. Each has its own time in the runner, which is shorter, so that what was read of it is kept. */
export const fileInfoLimits: SandboxLimits = {
  wallMs: 10_000,
  cpuMs: 15_000,
  memory: 1024 * MB,
  processes: 50,
  outputBytes: MB,
  outputFiles: 100,
};

export const fileInfoFileName = ({ name }: FileInfoSource): string => `${name}.json`;

/** The command that reads them. */
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
