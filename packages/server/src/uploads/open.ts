/** Opens the two kinds of uploads: uploads by a link, and resumable uploads. */
import path from 'node:path';
import type { Config } from '../config.ts';
import { PartialFiles } from './partial-files.ts';
import { ResumableUploads } from './resumable.ts';
import { Uploads, type UploadServices } from './uploads.ts';

interface OpenUploads {
  uploads: Uploads;
  resumableUploads: ResumableUploads;
}

export async function openUploads(
  { dataDir }: Pick<Config, 'dataDir'>,
  services: Omit<UploadServices, 'partialFiles'>,
): Promise<OpenUploads> {
  const partialFiles = await PartialFiles.open(path.join(dataDir, 'uploads'));
  return {
    uploads: new Uploads({ ...services, partialFiles }),
    resumableUploads: new ResumableUploads({ ...services, partialFiles }),
  };
}
