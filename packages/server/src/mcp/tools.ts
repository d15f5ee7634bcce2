/** The tools for agents, in the order in which they are listed (contract §13.3). */
import { cancelJob } from '../api/jobs/cancel-job.ts';
import { checkJob, type CheckJobServices } from '../api/jobs/check-job.ts';
import { convertFile, type ConvertFileServices } from '../api/convert/convert-file.ts';
import { createUpload, type CreateUploadServices } from '../api/uploads/create-upload.ts';
import { detectFormat, type DetectFormatServices } from '../api/formats/detect-format.ts';
import { listConversions } from '../api/formats/list-conversions.ts';
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
