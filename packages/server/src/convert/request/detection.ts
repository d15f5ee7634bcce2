/** What a file is, and what it can become here, as `POST /v1/detect` (contract §2.6) and the command line answer. */
import type { Category } from '@protean/formats/format.ts';
import { contradicts, formatByName } from '@protean/formats/detection/detect.ts';
import { detect } from '@protean/formats/detection/detect-file.ts';
import { ServiceError } from '../../errors.ts';
import type { Planner } from '../catalogue/planner.ts';

export interface FileDetection {
  format: string;
  name: string;
  category: Category;
  mime: string;
  /** Whether the content carries a mark that settles it. */
  certain: boolean;
  /** The other formats that the content could be. */
  others: string[];
  /** What it can become here. */
  targets: string[];
}

/** Of the file at `file`, called `fileName`; throws `unsupported_route` when nothing is recognised. */
export async function detectFile(file: string, fileName: string, routes: Planner): Promise<FileDetection> {
  const detection = await detect(file);
  const named = formatByName(fileName, detection);
  // A name decides between formats that look alike.
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
