/** Schemas of upload requests and received uploads (contract §15). */
import { z } from 'zod';
import type { CreatedUpload } from '../../uploads/uploads.ts';
import type { ReceivedUpload } from '../../uploads/lock.ts';
import { timeText } from '../../kit/time-text.ts';
import { time } from '../../http/time-schema.ts';

const noSuchUpload = 'Upload not found or expired.';

export const uploadParams = z.object({
  id: z.uuid(noSuchUpload).toLowerCase().meta({ description: 'The `file_id`.' }),
});

export const linkQuery = z.object({
  expires: z
    .string()
    .optional()
    .catch(undefined)
    .meta({ description: 'The parameter `expires` of the `upload_url`.' }),
  signature: z
    .string()
    .optional()
    .catch(undefined)
    .meta({ description: 'The parameter `signature` of the `upload_url`.' }),
});

const validName = 'the name of the file, a text of 1 to 1000 characters';
const validSize = 'the bytes of the file, a whole number from 1';

export const newUpload = z
  .strictObject(
    {
      filename: z.string(validName).min(1, validName).max(1000, validName).meta({
        description: 'Name of the file. Its extension determines the format.',
        example: 'photo.heic',
      }),
      size: z
        .int(validSize)
        .min(1, validSize)
        .optional()
        .meta({ description: 'File size in bytes. Files that are too large are rejected immediately.' }),
    },
    'a JSON object',
  )
  .meta({ id: 'UploadRequest' });

const fileId = z
  .uuid()
  .meta({ description: 'ID of the file. To convert the file, send this ID as `file_id`.' });

export const createdUpload = z
  .strictObject({
    file_id: fileId,
    upload_url: z
      .url()
      .meta({ description: 'Accepts the file once, by PUT. Anyone who has the URL can send a file.' }),
    expires_at: time.meta({ description: 'Time at which `upload_url` expires.' }),
    max_size: z.int().meta({ description: 'Maximum file size in bytes.' }),
    curl: z.string().meta({ description: 'A command that uploads the file.' }),
  })
  .meta({ id: 'CreatedUpload' });

/** Schema of a resumable upload that was created. */
export const resumableUpload = z
  .strictObject({
    file_id: fileId,
    expires_at: time.meta({ description: 'Time at which the upload is deleted unless it is complete.' }),
  })
  .meta({ id: 'ResumableUpload' });

export const receivedUpload = z
  .strictObject({
    file_id: fileId,
    filename: z.string(),
    size: z.int().meta({ description: 'In bytes.' }),
    expires_at: time.meta({ description: 'Time at which the file is deleted unless it is used before.' }),
  })
  .meta({ id: 'UploadedFile' });

export function createdUploadBody(created: CreatedUpload): z.input<typeof createdUpload> {
  const { fileId: id, uploadUrl, expiresAt, maxSize, curl } = created;
  return { file_id: id, upload_url: uploadUrl, expires_at: timeText(expiresAt), max_size: maxSize, curl };
}

export function receivedUploadBody(received: ReceivedUpload): z.input<typeof receivedUpload> {
  const { fileId: id, fileName, size, expiresAt } = received;
  return { file_id: id, filename: fileName, size, expires_at: timeText(expiresAt) };
}
