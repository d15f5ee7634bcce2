/**
 * The tool `create_upload`: creates a link that accepts one file, so that the file does not pass through the model
 * (contract §13.6).
 */
import { z } from 'zod';
import { createdUploadBody } from './upload-schemas.ts';
import type { Uploads } from '../../uploads/uploads.ts';
import { defineTool, type Tool, type ToolCall } from '../../mcp/tool.ts';

export interface CreateUploadServices {
  uploads: Uploads;
  /** Upper bound on the size of a job's input file, regardless of the plan, in bytes. */
  jobFileBytes: number;
}

const input = z.strictObject({
  filename: z.string('a text').min(1, 'a text').describe('Such as photo.heic.'),
  size: z.int('a whole number').positive('a whole number above 0').optional().describe('In bytes, if known.'),
});

const output = z.object({
  file_id: z.string(),
  upload_url: z.url(),
  expires_at: z.string(),
  max_size: z.int().describe('In bytes.'),
  curl: z.string().describe('Uploads the file. Run it in the folder of the file.'),
});

const description = `Creates a URL that accepts one file, so that you do not have to pass its content. Run the returned curl command where the file is (or PUT the file to upload_url by other means), then pass file_id to convert_file or detect_format, as often as you like within an hour.
upload_url works once, within 15 minutes, without a key. Does not count as a conversion.`;

export function createUpload({ uploads, jobFileBytes }: CreateUploadServices): Tool {
  return defineTool({
    position: 2,
    name: 'create_upload',
    title: 'Upload a file',
    description,
    input,
    output,
    annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    run: async ({ filename: fileName, size }, call) => {
      const maxBytes = largestUpload(call, jobFileBytes);
      const upload = await uploads.create({ owner: call.caller, fileName, size, maxBytes });
      return { structured: createdUploadBody(upload) };
    },
  });
}

/**
 * Returns the maximum size of an upload, in bytes. For accounts, the maximum size of an upload is the maximum size for
 * jobs, because accounts can convert an upload as a job.
 */
const largestUpload = ({ account, plan }: ToolCall, jobFileBytes: number): number =>
  account ? Math.min(plan.maxJobFileBytes, jobFileBytes) : plan.maxFileBytes;
