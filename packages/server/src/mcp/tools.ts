/** The tools for agents, in the order in which they are listed (contract §13.3). */
import { cancelJob } from './cancel-job.ts';
import { checkJob, type CheckJobServices } from './check-job.ts';
import { convertFile, type ConvertFileServices } from './convert-file.ts';
import { createUpload, type CreateUploadServices } from './create-upload.ts';
import { detectFormat, type DetectFormatServices } from './detect-format.ts';
import { listConversions } from './list-conversions.ts';
import type { Tool } from './tool.ts';

export type ToolServices = ConvertFileServices &
  CreateUploadServices &
  DetectFormatServices &
  CheckJobServices;

export function tools(services: ToolServices): readonly Tool[] {
  return [
    convertFile(services),
    createUpload(services),
    listConversions(services.routes),
    checkJob(services),
    cancelJob(services),
    detectFormat(services),
  ];
}
