/** The result of a conversion. The bytes of a result can be read only once, by one of the methods. */
import type { ConversionReport } from './generated/responses.ts';

/** Metadata of a result that is downloaded through a link. */
interface ResultMetadata {
  report?: ConversionReport | undefined;
  duration_ms?: number | undefined;
}

export class ConversionResult {
  /** File name, as specified by the service. */
  readonly fileName: string;
  /** Media type. */
  readonly contentType: string;
  /** Size in bytes, or undefined if the response does not contain the size. */
  readonly size: number | undefined;
  /** Duration of the conversion, in milliseconds, or undefined if the response does not contain the duration. */
  readonly durationMs: number | undefined;
  /** Codes of the warnings about the result. */
  readonly warnings: readonly string[];
  /** Id of the request, as in the service's log. */
  readonly requestId: string | undefined;
  /** Report with steps and losses. The report is available for jobs, and for requests with the option `report`. */
  readonly report: ConversionReport | undefined;
  readonly #response: Response;

  constructor(response: Response, { report, duration_ms: durationMs }: ResultMetadata = {}) {
    const header = (name: string) => response.headers.get(name) ?? undefined;
    this.#response = response;
    this.fileName = fileNameIn(header('Content-Disposition')) ?? 'converted';
    this.contentType = header('Content-Type') ?? 'application/octet-stream';
    this.size = numberIn(header('Content-Length'));
    this.durationMs = durationMs ?? numberIn(header('X-Conversion-Time'));
    this.warnings =
      report?.warnings.map(({ code }) => code) ?? header('X-Conversion-Warnings')?.split(/\s*,\s*/) ?? [];
    this.report = report;
    this.requestId = header('X-Request-Id');
  }

  stream(): ReadableStream<Uint8Array> {
    return this.#response.body ?? new Blob([]).stream();
  }

  blob(): Promise<Blob> {
    return this.#response.blob();
  }

  async bytes(): Promise<Uint8Array> {
    return new Uint8Array(await this.#response.arrayBuffer());
  }

  text(): Promise<string> {
    return this.#response.text();
  }

  /** Writes the file to `path` (Node, Bun, Deno). Replaces an existing file only when the new file is complete. */
  async save(path: string): Promise<void> {
    const { saveStream } = await import('#files');
    await saveStream(this.stream(), path);
  }
}

function fileNameIn(disposition: string | undefined): string | undefined {
  if (disposition === undefined) return undefined;
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  return /filename="((?:[^"\\]|\\.)*)"/i.exec(disposition)?.[1]?.replaceAll(/\\(.)/g, '$1');
}

function numberIn(text: string | undefined): number | undefined {
  const number = Number.parseInt(text ?? '', 10);
  return Number.isNaN(number) ? undefined : number;
}
