/** The tool `detect_format`: detects a file's format from its content and lists its targets (contract §2.6). */
import { z } from 'zod';
import { detectFile } from '../../convert/request/detection.ts';
import type { RouteIndex } from '../../convert/catalogue/planner.ts';
import type { Workspace } from '../../convert/run/workspace.ts';
import type { GuardedFetch } from '../../egress/outbound.ts';
import type { AdmissionControl } from '../../http/guards/admission.ts';
import type { Uploads } from '../../uploads/uploads.ts';
import { largestFile, receiveFile, soleSource, sourceArguments } from '../../mcp/source.ts';
import { defineTool, type Tool } from '../../mcp/tool.ts';

export interface DetectFormatServices {
  /** Routes of this installation. */
  routes: RouteIndex;
  workspace: Workspace;
  admission: AdmissionControl;
  outbound: GuardedFetch;
  uploads: Uploads;
  waitMs: number;
}

const input = z.strictObject({
  ...sourceArguments,
  filename: z.string('a text').optional().describe('Decides between similar formats.'),
});

const output = z.object({
  format: z.string(),
  name: z.string(),
  category: z.string(),
  mime: z.string(),
  certain: z.boolean().describe('Whether a signature in the content identifies the format.'),
  others: z.array(z.string()).describe('Other possible formats.'),
  targets: z.array(z.string()).describe('Formats that convert_file can convert it to.'),
});

const description = `Detects the format of a file from its content, and lists the formats that it can be converted to. Pass the file as to convert_file, with filename if you know it.
Use it if the name does not give the format, or if convert_file reports that name and content contradict each other. Does not count as a conversion.`;

export function detectFormat({
  routes,
  workspace,
  admission,
  outbound,
  uploads,
  waitMs,
}: DetectFormatServices): Tool {
  return defineTool({
    position: 6,
    name: 'detect_format',
    title: 'Detect a file format',
    description,
    input,
    output,
    annotations: { readOnlyHint: true, openWorldHint: true },
    run: async (given, { caller, plan, signal }) => {
      const source = soleSource(given);
      using ticket = admission.admit(caller, largestFile(source, plan.maxFileBytes));
      await using folder = workspace.openConversion();
      const { fileName, size } = await receiveFile(source, {
        file: folder.upload,
        fileName: given.filename,
        maxFileBytes: plan.maxFileBytes,
        withinMs: waitMs,
        signal,
        outbound,
        uploads,
        owner: caller,
      });
      ticket.received(size);
      return { structured: await detectFile(folder.upload, fileName, routes) };
    },
  });
}
