/** A conversion request, and its body. */
import type { ConversionOptions } from './generated/conversion-options.ts';
import { jsonBody, type RequestBody } from './http.ts';
import type { Repeatable } from './retry.ts';
import type { PreparedFile, PreparedSource } from './source.ts';

/** Fields of one conversion. */
export interface ConvertRequest {
  /** Target format, such as `pdf`. */
  to: string;
  /** Source format, if the file's name does not state it. */
  from?: string | undefined;
  /** Name of the file. Its extension states the format. */
  fileName?: string | undefined;
  /** Options of the route, as in `GET /v1/formats`. Options that the client does not know are passed on. */
  options?: ConversionOptions | Readonly<Record<string, string | number | boolean>> | undefined;
  /** Idempotency key: a retried request with the same key converts only once. Generated if omitted. */
  idempotencyKey?: string | undefined;
}

/** Fields of the conversion of several files. */
export interface ConvertAllRequest extends Omit<ConvertRequest, 'fileName'> {
  /** Combines all files in order into one, if the target supports it. Otherwise the result is a zip with `report.json`. */
  combine?: boolean | undefined;
}

/** Creates the request's body for each attempt. A stream allows only one call. */
export interface ConversionBody {
  body: () => Promise<RequestBody>;
  repeatable: (carriesKey: boolean) => Repeatable;
}

/** Sends URLs and ids as JSON, files as a multipart form. `more` are additional fields. */
export function conversionBody(
  source: PreparedSource | readonly PreparedFile[],
  { to, from, options = {} }: Partial<ConvertRequest>,
  more: Readonly<Record<string, string | undefined>> = {},
): ConversionBody {
  const fields = Object.entries({ ...options, target: to, source: from, ...more }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  const repeatable = (carriesKey: boolean) => (carriesKey ? 'always' : 'if-refused');
  const texts = fields.map(([name, value]) => [name, String(value)] as const);
  const files = isSeveral(source) ? source : source.kind === 'blob' ? [source] : [];
  if (!isSeveral(source) && (source.kind === 'address' || source.kind === 'uploaded')) {
    const file = source.kind === 'address' ? { source_url: source.address } : { file_id: source.fileId };
    const content = { ...Object.fromEntries(fields), ...file };
    return { body: () => Promise.resolve(jsonBody(content)), repeatable };
  }
  if (!isSeveral(source) && source.kind === 'stream') {
    return { body: () => streamedForm(texts, source.stream, source.fileName), repeatable: () => 'never' };
  }
  const form = () => {
    const content = new FormData();
    // Fields come first, so that the service can reject them before it reads the file.
    for (const [name, value] of texts) content.append(name, value);
    for (const { blob, fileName } of files) content.append('file', blob, fileName);
    return Promise.resolve({ content });
  };
  return { body: form, repeatable };
}

export const combineField = ({
  combine,
}: Pick<ConvertAllRequest, 'combine'>): { combine: string | undefined } => ({
  combine: combine === true ? 'true' : undefined,
});

const isSeveral = (source: PreparedSource | readonly PreparedFile[]): source is readonly PreparedFile[] =>
  Array.isArray(source);

type Fields = readonly (readonly [name: string, value: string])[];

/** A multipart form that streams its file. */
async function streamedForm(
  fields: Fields,
  file: ReadableStream<Uint8Array>,
  fileName: string,
): Promise<RequestBody> {
  const boundary = `protean-${crypto.randomUUID()}`;
  const disposition = (rest: string) => `--${boundary}\r\nContent-Disposition: form-data; ${rest}\r\n`;
  const head = fields
    .map(([name, value]) => `${disposition(`name="${escaped(name)}"`)}\r\n${value}\r\n`)
    .concat(disposition(`name="file"; filename="${escaped(fileName)}"`))
    .concat('Content-Type: application/octet-stream\r\n\r\n')
    .join('');
  const contentType = `multipart/form-data; boundary=${boundary}`;
  const stream = framed(head, file, `\r\n--${boundary}--\r\n`);
  // Browsers send a stream only over HTTP/2, so the form is buffered there.
  const content = sendsStreams() ? stream : await new Response(stream).blob();
  return { content, contentType };
}

/** Escapes a name as forms in browsers do (HTML, "multipart/form-data encoding algorithm"). */
const escaped = (text: string) => text.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');

const sendsStreams = () => typeof process === 'object' && typeof process.versions?.node === 'string';

function framed(head: string, file: ReadableStream<Uint8Array>, tail: string): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return file.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      start: (controller) => controller.enqueue(encoder.encode(head)),
      flush: (controller) => controller.enqueue(encoder.encode(tail)),
    }),
  );
}
