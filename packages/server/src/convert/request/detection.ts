/**
 * Detects the format of a file and its possible targets, for `POST /v1/detect` (contract §2.6) and the command line.
 */
import type { Category } from '@protean/formats/format.ts';
import { contradicts, formatByName } from '@protean/formats/detection/detect.ts';
import { detect } from '@protean/formats/detection/detect-file.ts';
import { ServiceError } from '../../errors.ts';
import type { RouteIndex } from '../catalogue/planner.ts';

export interface FileDetection {
  format: string;
  name: string;
  category: Category;
  mime: string;
  /** Whether a signature in the content identifies the format. */
  certain: boolean;
  /** Formats other than the detected format that also match the content. */
  others: string[];
  /** Targets that this server offers. */
  targets: string[];
}

/**
 * Detects the format of `file`, which the caller named `fileName`. Throws `unsupported_route` if no format is
 * recognised.
 */
export async function detectFile(file: string, fileName: string, routes: RouteIndex): Promise<FileDetection> {
  const detection = await detect(file);
  const named = formatByName(fileName, detection);
  // The name decides between formats with similar content.
  const format = named && !contradicts(named, detection) ? named : detection.format;
  if (!format) {
    throw new ServiceError(
      'unsupported_route',
      'The format of the file could not be detected from its content.',
      {
        details: { reason: 'unknown_source' },
      },
    );
  }
  const { ext, name, category, mime } = format;
  return {
    format: ext,
    name,
    category,
    mime,
    certain: detection.certain,
    others: detection.candidates.map((other) => other.ext).filter((other) => other !== ext),
    targets: [...routes.targets(ext)],
  };
}
