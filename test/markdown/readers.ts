/**
 * The compared programs that convert documents to Markdown: Protean (this checkout), pandoc, LiteParse, pdf-inspector
 * and Poppler's pdftotext.
 */
import { copyFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Conversions } from '../../packages/server/src/convert/run/conversions.ts';
import { run } from '../samples/run.ts';

export interface MarkdownReader {
  name: string;
  reads: readonly string[];
  /** Writes the Markdown of `file` to `result`. */
  read(file: string, result: string): Promise<void>;
}

/** The compared releases of LiteParse and pdf-inspector. */
const liteParse = '@llamaindex/liteparse@2.14.7';
const pdfInspector = '@firecrawl/pdf-inspector@1.25.1';

/**
 * Returns the programs that convert documents to Markdown. Installs LiteParse and pdf-inspector in `dir`, because they
 * are not dependencies of the project.
 */
export async function readersIn(conversions: Conversions, dir: string): Promise<MarkdownReader[]> {
  await run('npm', ['install', '--prefix', dir, '--no-audit', '--no-fund', liteParse, pdfInspector]);
  const liteParseProgram = path.join(dir, 'node_modules/@llamaindex/liteparse/dist/cli.js');
  const pdfInspectorProgram = path.join(dir, 'node_modules/@firecrawl/pdf-inspector/bin/pdf-inspector.mjs');
  return [
    {
      name: 'Protean',
      reads: ['pdf', 'docx', 'odt', 'ods', 'odp', 'pptx', 'xlsx', 'xlsm', 'epub', 'html'],
      read: (file, result) => convert(conversions, file, result),
    },
    {
      name: 'pandoc',
      reads: ['docx', 'odt', 'epub', 'html'],
      read: async (file, result) => {
        await run('/usr/bin/pandoc', [file, '-t', 'gfm', '--wrap=none', '-o', result]);
      },
    },
    {
      name: 'LiteParse',
      reads: ['pdf'],
      read: async (file, result) => {
        const asked = ['--no-ocr', '--format', 'markdown', '-o', result];
        await run(process.execPath, [liteParseProgram, 'parse', file, ...asked]);
      },
    },
    {
      name: 'pdf-inspector',
      reads: ['pdf'],
      read: async (file, result) => {
        await run(process.execPath, [pdfInspectorProgram, file, '-o', result]);
      },
    },
    {
      name: 'pdftotext',
      reads: ['pdf'],
      read: async (file, result) => {
        const { stdout } = await run('/usr/bin/pdftotext', [file, '-']);
        await writeFile(result, stdout.toString().replaceAll('\f', '\n\n'));
      },
    },
  ];
}

async function convert({ converter, workspace }: Conversions, file: string, result: string): Promise<void> {
  await using job = workspace.openConversion();
  const input = path.join(job.path, 'file');
  await copyFile(file, input);
  const plan = await converter.plan({ fileName: path.basename(file), target: 'md', options: {} }, input);
  const { file: written } = await converter.convert(plan, { dir: job.path });
  await copyFile(written, result);
}
