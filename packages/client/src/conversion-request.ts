/** The fields of a conversion request, and its body. */
import type { ConversionOptions } from './generated/conversion-options.ts';
import { jsonBody, type RequestBody } from './http.ts';
import type { Repeatable } from './retry.ts';
import type { PreparedFile, PreparedSource } from './source.ts';

/** Fields of one conversion. */
export interface ConvertRequest {
  /** Target format, such as `pdf`. */
  to: string;
  /** Source format, needed if the file's name does not specify it. */
  from?: string | undefined;
  /** Name of the file. The extension of the file name specifies the format. */
  fileName?: string | undefined;
  /**
   * Options of the route, as listed by `GET /v1/formats`. Options that the client does not know are sent too. If an
   * option takes a file, its value is a data URL, a public URL, or the id of an uploaded file.
   */
  options?: ConversionOptions | Readonly<Record<string, string | number | boolean>> | undefined;
  /**
   * Idempotency key. If a request is retried with the same key, the service converts only once. By default, the client
   * generates a key.
   */
  idempotencyKey?: string | undefined;
}

/** Fields of a conversion with several files. */
export interface ConvertAllRequest extends Omit<ConvertRequest, 'fileName'> {
  /**
   * Whether to combine all files into one file, in the given order. The target format must support combined files. By
   * default, the files are not combined, and the result is a zip with `report.json`.
   */
  combine?: boolean | undefined;
}

/**
 * The body of a conversion request. The function `body` creates the request body for each attempt. If the source is a
 * stream, `body` can be called only once. `carriesKey` states whether the request has an idempotency key.
 */
export interface ConversionBody {
  body: () => Promise<RequestBody>;
  repeatable: (carriesKey: boolean) => Repeatable;
}

/**
 * Returns the body: JSON if the source is a URL or the id of an uploaded file, otherwise a multipart form. `more`
 * contains additional fields.
 */
export function conversionBody(
  source: PreparedSource | readonly PreparedFile[],
  { to, from, options = {} }: Partial<ConvertRequest>,
  more: Readonly<Record<string, string | undefined>> = {},
): ConversionBody {
  const fields = Object.entries({ ...options, target: to, source: from, ...more }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  const repeatable = (carriesKey: boolean) => (carriesKey ? 'always' : 'if-refused');
  const parts = fields.map(([name, value]) => [name, fileIn(value) ?? String(value)] as const);
  const files = isSeveral(source) ? source : source.kind === 'blob' ? [source] : [];
  if (!isSeveral(source) && (source.kind === 'address' || source.kind === 'uploaded')) {
    const file = source.kind === 'address' ? { source_url: source.address } : { file_id: source.fileId };
    const content = { ...Object.fromEntries(fields), ...file };
    return { body: () => Promise.resolve(jsonBody(content)), repeatable };
  }
  if (!isSeveral(source) && source.kind === 'stream') {
    return { body: () => streamedForm(parts, source.stream, source.fileName), repeatable: () => 'never' };
  }
  const form = () => {
    const content = new FormData();
    // The fields come before the file, so that the service can reject invalid fields before it receives the file.
    for (const [name, value] of parts) {
      if (typeof value === 'string') content.append(name, value);
      else content.append(name, value, value.name);
    }
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

/**
 * If the value is a data URL, returns its content as a `File`, which becomes a file part of the form. If the value is
 * not a data URL, returns undefined.
 */
function fileIn(value: string | number | boolean): File | undefined {
  if (typeof value !== 'string') return undefined;
  const [, name = '', content] = /^data:[^,;]*(?:;name=([^,;]*))?(?:;[^,;]*)*;base64,(.+)$/.exec(value) ?? [];
  if (content === undefined) return undefined;
  const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0));
  return new File([bytes], decodeURIComponent(name) || 'file');
}

type Fields = readonly (readonly [name: string, value: string | File])[];

/** Returns a multipart form that streams its file. */
async function streamedForm(
  fields: Fields,
  file: ReadableStream<Uint8Array>,
  fileName: string,
): Promise<RequestBody> {
  const boundary = `protean-${crypto.randomUUID()}`;
  const disposition = (rest: string) => `--${boundary}\r\nContent-Disposition: form-data; ${rest}\r\n`;
  const fileHead = (name: string, given: string) =>
    `${disposition(`name="${escaped(name)}"; filename="${escaped(given)}"`)}Content-Type: application/octet-stream\r\n\r\n`;
  const head = new Blob([
    ...fields.flatMap(([name, value]) =>
      typeof value === 'string'
        ? [`${disposition(`name="${escaped(name)}"`)}\r\n${value}\r\n`]
        : [fileHead(name, value.name), value, '\r\n'],
    ),
    fileHead('file', fileName),
  ]);
  const contentType = `multipart/form-data; boundary=${boundary}`;
  const stream = framed(await head.bytes(), file, `\r\n--${boundary}--\r\n`);
  // Browsers send streams only over HTTP/2. If streams cannot be sent, the form is buffered.
  const content = sendsStreams() ? stream : await new Response(stream).blob();
  return { content, contentType };
}

/** Escapes a name in the same way as forms in browsers (HTML, "multipart/form-data encoding algorithm"). */
const escaped = (text: string) => text.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');

const sendsStreams = () => typeof process === 'object' && typeof process.versions?.node === 'string';

function framed(
  head: Uint8Array,
  file: ReadableStream<Uint8Array>,
  tail: string,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return file.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      start: (controller) => controller.enqueue(head),
      flush: (controller) => controller.enqueue(encoder.encode(tail)),
    }),
  );
}
