/** The result of a conversion, whose bytes are read once, in the form that is wanted. */
import type { ConversionReport } from './generated/responses.ts';

/** What an answer tells of a result whose bytes come by a link. */
interface ToldOfResult {
  report?: ConversionReport | undefined;
  duration_ms?: number | undefined;
}

export class ConversionResult {
  /** What the service calls the file. */
  readonly fileName: string;
  /** The media type. */
  readonly contentType: string;
  /** In bytes; undefined where the service does not say. */
  readonly size: number | undefined;
  /** How long the conversion took, milliseconds; undefined where the service does not say. */
  readonly durationMs: number | undefined;
  /** Codes of what did not go wholly as asked. */
  readonly warnings: readonly string[];
  /** Names the request in the service's log. */
  readonly requestId: string | undefined;
  /** What was done and lost, where the option `report` asked for it, and of jobs. */
  readonly report: ConversionReport | undefined;
  readonly #response: Response;

  constructor(response: Response, { report, duration_ms: durationMs }: ToldOfResult = {}) {
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

  /** Writes the file (Node, Bun, Deno). It appears at `path` whole or not at all; one that is there is replaced. */
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
