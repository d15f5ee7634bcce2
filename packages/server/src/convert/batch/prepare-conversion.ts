/** Prepares the conversion of a request with one or several files. Every interface converts through this function. */
import type { ConversionContext } from '../request/context.ts';
import type { ConversionRequest } from '../request/route-plan.ts';
import type { ConversionResult } from '../result/conversion-result.ts';
import type { AnyConverter } from '../run/any-converter.ts';
import { convertBatch, type FilePart } from './batch.ts';

export interface FilesRequest extends ConversionRequest {
  /**
   * The files of a request with several files. In a request with several files, `file` is the concatenation of the
   * files.
   */
  parts?: readonly FilePart[] | undefined;
}

interface PreparedConversion {
  /**
   * The format of the source. Undefined for a conversion of several files, because the files may have different
   * formats.
   */
  source: string | undefined;
  convert: () => Promise<ConversionResult>;
}

/** Plans the conversion of `file` before any step runs. Throws the errors of `planRoute`. */
export async function prepareConversion(
  converter: AnyConverter,
  request: FilesRequest,
  file: string,
  context: ConversionContext,
): Promise<PreparedConversion> {
  const { parts } = request;
  if (parts)
    return { source: undefined, convert: () => convertBatch(converter, request, { file, parts }, context) };
  const plan = await converter.plan(request, file);
  return { source: plan.route.source, convert: () => converter.convert(plan, context) };
}
