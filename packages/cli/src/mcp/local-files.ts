/** What the tools gain where they run beside the files: `path` in place of an upload, and results as files. */
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
  description: 'A file of this machine, in place of file_id, source_url and base64_content.',
};
const outputSchema = {
  type: 'string',
  description:
    'Where to write the result on this machine. By default that of a path lies beside it; nothing is ever replaced.',
};
const resultSchema = {
  type: 'string',
  description: 'The file on this machine that the result was written to.',
};

/** The tools that take `path`; the first writes results too. */
const readers = ['convert_file', 'detect_format'];
/** The tools whose answer may have a result. */
const writers = ['convert_file', 'check_job'];

const advice =
  'Beside the files of this machine: give "path", and the result is written beside the file or at "output_path".';

/** `tool` of the server, with the arguments and answers that are added here. */
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

/** Whether a call needs to know which folders are open. */
export const usesFiles = ({ path: source, output_path: output }: Given) =>
  source !== undefined || output !== undefined;

export class LocalFiles {
  readonly #upstream: Upstream;
  /** Where the results of jobs go that were begun here. */
  readonly #jobs = new Map<string, Destination>();

  constructor(upstream: Upstream) {
    this.#upstream = upstream;
  }

  /** Calls the tool; files go up before and down behind it. Throws {@link ToolFailure}. */
  async callTool(name: string, given: Given, folders: Folders, call: UpstreamCall): Promise<CallToolResult> {
    const { path: source, output_path: output, ...rest } = given;
    if (!readers.includes(name) || !usesFiles(given)) {
      const result = await this.#upstream.callTool(name, given, call);
      return name === 'check_job'
        ? this.#saved(result, this.#jobs.get(String(given['job_id'])), call)
        : result;
    }
    if (output !== undefined && name !== 'convert_file')
      throw badArgument('output_path', 'Only convert_file takes "output_path".');
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
      throw badArgument('path', `Give "path" or ${others.map((name) => `"${name}"`).join(', ')}, not both.`);
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

  /** `result` with the path of the file that its link was saved to. */
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
  if (output !== undefined) return { file: await folders.output(textOf(output, 'output_path'), folder) };
  return folder === undefined ? undefined : { folder };
}

/** The link leads to the file itself in place of the server. */
function withFile({ content, structuredContent, ...rest }: CallToolResult, file: string): CallToolResult {
  const answer: Given = { ...(structuredContent as Given), path: file };
  // Text is a block of its own.
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
    return new ToolFailure('service_unavailable', `The file could not be sent: HTTP ${response.status}.`);
  }
}
