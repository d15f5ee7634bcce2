/** Extends the tools for local use: `path` instead of an upload, and results as files. */
import { openAsBlob } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CallToolResult, Tool } from '@modelcontextprotocol/server';
import type { Folders } from './folders.ts';
import { saveResult, type Destination } from './save-result.ts';
import { badArgument, ToolFailure } from './tool-failure.ts';
import type { Upstream, UpstreamCall } from './upstream.ts';

type Given = Readonly<Record<string, unknown>>;

const pathSchema = {
  type: 'string',
  description: 'A local file, instead of file_id, source_url and base64_content.',
};
const outputSchema = {
  type: 'string',
  description:
    'Where to write the result. By default next to the file given in "path". Existing files are never replaced.',
};
const resultSchema = {
  type: 'string',
  description: 'The local file that contains the result.',
};

/** The tools that accept `path`. The first one writes results too. */
const readers = ['convert_file', 'detect_format'];
/** The tools whose response may contain a result. */
const writers = ['convert_file', 'check_job'];

const advice =
  'For local files: give "path", and the result is written next to the file or to "output_path".';

/** Returns the server's `tool` with the local arguments and outputs. */
export function withPaths(tool: Tool): Tool {
  const { name, description = '', inputSchema, outputSchema: answered } = tool;
  const added = {
    ...(readers.includes(name) ? { path: pathSchema } : {}),
    ...(name === 'convert_file' ? { output_path: outputSchema } : {}),
  };
  return {
    ...tool,
    description: name === 'convert_file' ? `${advice}\n${description}` : description,
    inputSchema: { ...inputSchema, properties: { ...added, ...inputSchema.properties } },
    ...(answered && writers.includes(name)
      ? {
          outputSchema: {
            ...answered,
            properties: { ...(answered['properties'] as Given | undefined), path: resultSchema },
          },
        }
      : {}),
  };
}

/** Whether a call needs the open folders. */
export const usesFiles = ({ path: source, output_path: output }: Given) =>
  source !== undefined || output !== undefined;

export class LocalFiles {
  readonly #upstream: Upstream;
  /** The destinations for the results of jobs started here. */
  readonly #jobs = new Map<string, Destination>();

  constructor(upstream: Upstream) {
    this.#upstream = upstream;
  }

  /** Calls the tool: uploads files before and downloads results after. Throws {@link ToolFailure}. */
  async callTool(name: string, given: Given, folders: Folders, call: UpstreamCall): Promise<CallToolResult> {
    const { path: source, output_path: output, ...rest } = given;
    if (!readers.includes(name) || !usesFiles(given)) {
      const result = await this.#upstream.callTool(name, given, call);
      return name === 'check_job'
        ? this.#saved(result, this.#jobs.get(String(given['job_id'])), call)
        : result;
    }
    if (output !== undefined && name !== 'convert_file')
      throw badArgument('output_path', 'Only convert_file accepts "output_path".');
    const sent = source === undefined ? rest : await this.#send(textOf(source, 'path'), rest, folders, call);
    const { folder, args } = 'args' in sent ? (sent as Sent) : { folder: undefined, args: sent };
    const destination = await destinationOf(output, folder, folders);
    const result = await this.#upstream.callTool(name, args, call);
    return name === 'convert_file' ? this.#saved(result, destination, call) : result;
  }

  /** Uploads the file, and puts its id into the arguments. */
  async #send(source: string, rest: Given, folders: Folders, call: UpstreamCall): Promise<Sent> {
    const others = ['file_id', 'source_url', 'base64_content'].filter((name) => rest[name] !== undefined);
    if (others.length > 0)
      throw badArgument(
        'path',
        `Use either "path" or ${others.map((name) => `"${name}"`).join(', ')}, not both.`,
      );
    const { file, size } = await folders.source(source);
    const filename = path.basename(file);
    const created = await this.#upstream.callTool(
      'create_upload',
      { filename, size },
      { signal: call.signal },
    );
    const { upload_url: link, file_id } = (created.structuredContent ?? {}) as Record<string, string>;
    if (created.isError || link === undefined) throw failureIn(created);
    const body = await openAsBlob(file);
    const response = await fetch(this.#upstream.at(link), { method: 'PUT', body, signal: call.signal });
    if (!response.ok) throw await refusalOf(response);
    await response.arrayBuffer();
    return { folder: path.dirname(file), args: { ...rest, file_id } };
  }

  /** Returns `result` with the path of the saved file. */
  async #saved(
    result: CallToolResult,
    destination: Destination | undefined,
    { signal }: UpstreamCall,
  ): Promise<CallToolResult> {
    const answer = (result.structuredContent ?? {}) as Record<string, unknown>;
    const { status, job_id: job, file_url: link } = answer;
    if (destination === undefined || result.isError) return result;
    if (typeof job === 'string' && typeof link !== 'string') {
      if (['queued', 'processing'].includes(String(status))) this.#jobs.set(job, destination);
      else this.#jobs.delete(job);
      return result;
    }
    if (typeof link !== 'string') return result;
    const url = this.#upstream.at(link);
    const name = decodeURIComponent(url.pathname.split('/').at(-1) ?? '');
    const file = await saveResult(url, name, destination, signal);
    if (typeof job === 'string') this.#jobs.delete(job);
    return withFile(result, file);
  }
}

interface Sent {
  /** Of the source. */
  folder: string;
  args: Given;
}

async function destinationOf(
  output: unknown,
  folder: string | undefined,
  folders: Folders,
): Promise<Destination | undefined> {
  if (output !== undefined)
    return { file: folders.place(await folders.output(textOf(output, 'output_path'), folder)) };
  return folder === undefined ? undefined : { folder: folders.place(folder) };
}

/** The link refers to the local file instead of the server. */
function withFile({ content, structuredContent, ...rest }: CallToolResult, file: string): CallToolResult {
  const answer: Given = { ...(structuredContent as Given), path: file };
  // Text is a separate block.
  const told = Object.fromEntries(Object.entries(answer).filter(([name]) => name !== 'text'));
  const others = content
    .slice(1)
    .map((block) =>
      block.type === 'resource_link'
        ? { ...block, uri: pathToFileURL(file).href, name: path.basename(file) }
        : block,
    );
  return {
    ...rest,
    structuredContent: answer,
    content: [{ type: 'text', text: JSON.stringify(told) }, ...others],
  };
}

function textOf(value: unknown, field: string): string {
  if (typeof value === 'string' && value !== '' && !value.includes('\0')) return value;
  throw badArgument(field, `The argument "${field}" must be the path of a file.`);
}

function failureIn({ content: [block] }: CallToolResult): ToolFailure {
  const text = block?.type === 'text' ? block.text : '{}';
  const { error } = JSON.parse(text) as { error?: { code: string; message: string; details?: Given } };
  return new ToolFailure(error?.code ?? 'internal_error', error?.message ?? text, error?.details);
}

async function refusalOf(response: Response): Promise<ToolFailure> {
  const text = await response.text();
  try {
    return failureIn({ content: [{ type: 'text', text }] });
  } catch {
    return new ToolFailure('service_unavailable', `The file could not be uploaded: HTTP ${response.status}.`);
  }
}
