/**
 * Extends the MCP tools of a server for local use: they accept `path` instead of an upload, and write results to files.
 */
import { openAsBlob } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CallToolResult, Tool } from '@modelcontextprotocol/server';
import { fileRule, type Folders } from './folders.ts';
import { saveResult, type Destination } from './save-result.ts';
import { badArgument, ToolFailure } from './tool-failure.ts';
import type { Upstream, UpstreamCall } from './upstream.ts';

type Given = Readonly<Record<string, unknown>>;

const pathSchema = { type: 'string', description: 'A file in an open folder.' };
const outputSchema = {
  type: 'string',
  description: 'The file to write, in an open folder. By default it is next to "path".',
};
const overwriteSchema = { type: 'boolean', description: 'Whether to replace an existing file.' };
const resultSchema = { type: 'string', description: 'The file that was written.' };

/** Names of the tools that accept `path`. */
const readers = ['convert_file', 'detect_format', 'read_document'];
/** Names of the tools whose response may contain the result of a conversion. */
const writers = ['convert_file', 'check_job'];

/**
 * Descriptions for local use. The server's own descriptions explain how to upload local files, which is not necessary
 * for local use.
 */
const descriptions: Readonly<Record<string, string>> = {
  convert_file: `Converts a file to another format.
Pass exactly one of path (a local file), source_url (a public URL), file_id (from create_upload) and base64_content with source_format (a few kB of text).
${fileRule}
list_conversions lists the target formats of a source, list_options the options of a conversion. Pass common options as arguments, all others in "options".
With path or output_path, returns the path of the result, otherwise file_url and short text. With the status "queued" (after 25 s, or for a large file), pass the job_id to check_job, which then writes the file.`,
  create_upload: `Creates a URL that accepts one file by PUT, for files that "path" cannot name. Then pass file_id to convert_file or detect_format, as often as you like within an hour.
upload_url works once, within 15 minutes, without a key.`,
};

/** Returns the server's `tool` with the additional local arguments and outputs. */
export function withPaths(tool: Tool): Tool {
  const { name, description = '', inputSchema, outputSchema: answered } = tool;
  const added = {
    ...(readers.includes(name) ? { path: pathSchema } : {}),
    ...(name === 'convert_file' ? { output_path: outputSchema, overwrite: overwriteSchema } : {}),
  };
  return {
    ...tool,
    description: descriptions[name] ?? description,
    inputSchema: { ...inputSchema, properties: { ...added, ...propertiesFor(name, inputSchema) } },
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

/**
 * Returns the schemas of the arguments of the server's tool `name`. Removes the argument `base64_content` from all
 * tools except `convert_file`, because the argument `path` replaces `base64_content`.
 */
function propertiesFor(name: string, { properties = {} }: Tool['inputSchema']): Given {
  if (name === 'convert_file') return properties;
  return Object.fromEntries(Object.entries(properties).filter(([argument]) => argument !== 'base64_content'));
}

/** Whether a call reads or writes local files. */
export const usesFiles = ({ path: source, output_path: output }: Given) =>
  source !== undefined || output !== undefined;

export class LocalFiles {
  readonly #upstream: Upstream;
  /** Files to which the results of jobs are saved, by job id. The map contains only jobs of this MCP connection. */
  readonly #jobs = new Map<string, WantedFile>();

  constructor(upstream: Upstream) {
    this.#upstream = upstream;
  }

  /**
   * Calls the tool `name`. Uploads the local file before the call, and downloads the result after the call. Throws
   * {@link ToolFailure}.
   */
  async callTool(name: string, given: Given, folders: Folders, call: UpstreamCall): Promise<CallToolResult> {
    const { path: source, output_path: output, overwrite = false, ...rest } = given;
    if (!readers.includes(name) || !usesFiles(given)) {
      const result = await this.#upstream.callTool(name, name === 'convert_file' ? rest : given, call);
      return name === 'check_job'
        ? this.#saved(result, this.#jobs.get(String(given['job_id'])), call)
        : result;
    }
    if (output !== undefined && name !== 'convert_file')
      throw badArgument('output_path', 'Only convert_file accepts "output_path".');
    const sent =
      source === undefined ? { args: rest } : await this.#send(textOf(source, 'path'), rest, folders, call);
    if (typeof overwrite !== 'boolean')
      throw badArgument('overwrite', 'The argument "overwrite" must be true or false.');
    const place = await destinationOf(output, sent, folders);
    const destination = place && { place, overwrite };
    const result = await this.#upstream.callTool(name, sent.args, call);
    return name === 'convert_file' ? this.#saved(result, destination, call) : result;
  }

  /** Uploads the file `source`, and adds the id of the upload to the arguments of the tool call. */
  async #send(source: string, rest: Given, folders: Folders, call: UpstreamCall): Promise<Sent> {
    const others = ['file_id', 'source_url', 'base64_content'].filter((name) => rest[name] !== undefined);
    if (others.length > 0)
      throw badArgument(
        'path',
        `Use either "path" or ${others.map((name) => `"${name}"`).join(', ')}, not both.`,
      );
    const { file, root, size } = await folders.source(source);
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
    return { folder: path.dirname(file), root, args: { ...rest, file_id } };
  }

  /**
   * If the conversion is finished, saves the converted file and returns `result` with the path of the saved file. If
   * the conversion continues as a job, remembers the destination for a later call of `check_job`.
   */
  async #saved(
    result: CallToolResult,
    wanted: WantedFile | undefined,
    { signal }: UpstreamCall,
  ): Promise<CallToolResult> {
    const answer = (result.structuredContent ?? {}) as Record<string, unknown>;
    const { status, job_id: job, file_url: link } = answer;
    if (wanted === undefined || result.isError) return result;
    if (typeof job === 'string' && typeof link !== 'string') {
      if (['queued', 'processing'].includes(String(status))) this.#jobs.set(job, wanted);
      else this.#jobs.delete(job);
      return result;
    }
    if (typeof link !== 'string') return result;
    const url = this.#upstream.at(link);
    const name = decodeURIComponent(url.pathname.split('/').at(-1) ?? '');
    const { place, overwrite } = wanted;
    const file = await saveResult(url, name, place, { overwrite, signal });
    if (typeof job === 'string') this.#jobs.delete(job);
    return withFile(result, file);
  }
}

interface WantedFile {
  place: Destination;
  overwrite: boolean;
}

interface Sent {
  args: Given;
  /** Folder of the source file that was sent. */
  folder?: string;
  /** The open folder that contains `folder`. */
  root?: string;
}

async function destinationOf(
  output: unknown,
  { folder, root }: Sent,
  folders: Folders,
): Promise<Destination | undefined> {
  if (output !== undefined)
    return { file: folders.place(await folders.output(textOf(output, 'output_path'), root)) };
  return folder === undefined ? undefined : { folder: folders.place(folder) };
}

/** Fields of a server's answer that are removed, because the path of the local file replaces them. */
const replaced = new Set(['file_url', 'file_name', 'text']);

/** Returns the server's answer with the path of the local file in place of links to the server. */
function withFile({ content, structuredContent, ...rest }: CallToolResult, file: string): CallToolResult {
  const kept = Object.entries(structuredContent as Given).filter(([name]) => !replaced.has(name));
  const answer: Given = { ...Object.fromEntries(kept), path: file };
  const links = content
    .filter((block) => block.type === 'resource_link')
    .map((block) => ({ ...block, uri: pathToFileURL(file).href, name: path.basename(file) }));
  return {
    ...rest,
    structuredContent: answer,
    content: [{ type: 'text', text: JSON.stringify(answer) }, ...links],
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
