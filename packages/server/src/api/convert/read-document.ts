/**
 * The tool `read_document`: returns the text or tables of some pages of a document, or the passages that match a
 * search. Each answer has a token limit (contract §13.11).
 */
import { readFile } from 'node:fs/promises';
import { parseOption } from '@protean/engines/contract/options.ts';
import { z } from 'zod';
import { convertCharged, ResultResponse } from '../../charged-conversion.ts';
import type { RouteIndex } from '../../convert/catalogue/planner.ts';
import { detectFile } from '../../convert/request/detection.ts';
import type { ConversionResult } from '../../convert/result/conversion-result.ts';
import type { AnyConverter } from '../../convert/run/any-converter.ts';
import type { Workspace } from '../../convert/run/workspace.ts';
import type { GuardedFetch } from '../../egress/outbound.ts';
import { fileTooLarge, ServiceError } from '../../errors.ts';
import type { AdmissionControl } from '../../http/guards/admission.ts';
import type { Quota } from '../../limits/quota.ts';
import { Deadline } from '../../mcp/deadline.ts';
import { largestFile, receiveFile, soleSource, sourceArguments } from '../../mcp/source.ts';
import { defineTool, type Tool, type ToolAnswer, type ToolCall } from '../../mcp/tool.ts';
import type { Uploads } from '../../uploads/uploads.ts';
import { toolWarnings } from '../conversion/report.ts';
import {
  excerpt,
  found,
  pageNumbers,
  passagesOfChunks,
  passagesOfMarkdown,
  passagesOfTables,
  type Passage,
} from './passages.ts';

export interface ReadDocumentServices {
  converter: AnyConverter;
  /** Routes of this installation. */
  routes: RouteIndex;
  workspace: Workspace;
  admission: AdmissionControl;
  quota: Quota;
  outbound: GuardedFetch;
  uploads: Uploads;
  waitMs: number;
}

const text = (description?: string) => {
  const schema = z.string('a text').optional();
  return description === undefined ? schema : schema.describe(description);
};

/** Size of a passage in tokens. In a smaller passage, the context of the words that were found would be missing. */
const passageTokens = 256;

const defaultTokens = 4000;

const input = z.strictObject({
  ...sourceArguments,
  filename: text(),
  pages: text('Such as 12 or 3-7.'),
  search: text('Words to find.'),
  tables: z.boolean('true or false').optional().describe('Only tables, as CSV.'),
  max_tokens: z.int('a whole number').min(100, 'at least 100').max(50_000, 'at most 50000').optional(),
  after: z.int('a whole number').min(0, 'at least 0').optional().describe('"next" of the previous call.'),
});

const output = z.object({ text: z.string(), next: z.int().optional(), warnings: toolWarnings });

type Given = z.output<typeof input>;
type Answer = ToolAnswer<z.output<typeof output>>;

const description = `Reads pages, tables or search results of a document as Markdown with page numbers, at most max_tokens (${defaultTokens}). Pass the file as to detect_format. Each call counts as a conversion.`;

export function readDocument(services: ReadDocumentServices): Tool {
  return defineTool({
    position: 8,
    name: 'read_document',
    title: 'Read a document',
    description,
    input,
    output,
    annotations: { readOnlyHint: true, openWorldHint: true },
    run: (given, call) => read(given, call, services),
  });
}

async function read(given: Given, call: ToolCall, services: ReadDocumentServices): Promise<Answer> {
  const { converter, workspace, admission, quota, waitMs, outbound, uploads, routes } = services;
  const { account, caller, plan, onProgress, onStart } = call;
  const { maxFileBytes } = plan;
  const source = soleSource(given);
  const wanted = wantedPages(given);
  converter.checkQueue(caller);
  if (account) await quota.check(account);
  using ticket = admission.admit(caller, largestFile(source, maxFileBytes));
  await using folder = workspace.openConversion();
  using deadline = new Deadline(waitMs, tooSlow(waitMs));
  const signal = AbortSignal.any([call.signal, deadline.signal]);
  const { path: dir, upload: file } = folder;
  const { fileName, size } = await receiveFile(source, {
    ...{ file, fileName: given.filename, maxFileBytes, withinMs: 2 * waitMs },
    ...{ signal, outbound, uploads, owner: caller },
  });
  ticket.received(size);
  if (size > maxFileBytes) throw fileTooLarge(maxFileBytes);
  const { format } = await detectFile(file, fileName, routes);
  const reading = readingOf(given, format, routes);
  // If the route has the option `pages`, converts only the requested pages. In the result, the first requested page has
  // the number 1.
  const selects = wanted !== undefined && reading.options.includes('pages');
  return await convertCharged(services, {
    request: {
      source: format,
      target: reading.target,
      fileName,
      options: { ...reading.settings, ...(selects ? { pages: given.pages } : {}) },
    },
    ...{ file, account },
    context: { dir, signal, caller, account: account?.id, onProgress, onStart, requestId: call.requestId },
    respond: async (conversion) => {
      const passages = await passagesIn(conversion, reading.passages);
      const answer = answerOf(given, selectedPassages(passages, wanted, selects), conversion);
      return new ResultResponse({ open: () => answer });
    },
  });
}

interface Reading {
  target: string;
  settings: Record<string, unknown>;
  options: readonly string[];
  passages: (content: string) => Passage[];
}

/**
 * Returns the target format and the options with which the document is read. The target is `doc.json` if only tables
 * are wanted. For the text of a document, the target is `chunks.ndjson` if this route exists, or else Markdown.
 */
function readingOf({ tables = false }: Given, format: string, routes: RouteIndex): Reading {
  const optionsTo = (target: string) => routes.find(format, target)?.options ?? [];
  if (tables)
    return {
      ...{ target: 'doc.json', settings: { images: 'none' }, passages: passagesOfTables },
      options: optionsTo('doc.json'),
    };
  if (routes.find(format, 'chunks.ndjson'))
    return {
      ...{ target: 'chunks.ndjson', settings: { chunk_size: passageTokens }, passages: passagesOfChunks },
      options: optionsTo('chunks.ndjson'),
    };
  const options = optionsTo('md');
  const settings = options.includes('images') ? { images: 'none' } : {};
  return { target: 'md', settings, options, passages: passagesOfMarkdown };
}

async function passagesIn({ file }: ConversionResult, parse: Reading['passages']): Promise<Passage[]> {
  return parse(await readFile(file, 'utf8'));
}

/** Returns the numbers of the requested pages. Throws `bad_request` for a malformed list. */
function wantedPages({ pages }: Given): number[] | undefined {
  if (pages === undefined) return undefined;
  const list = parseOption('pages', pages);
  if (list !== undefined) return pageNumbers(list);
  throw new ServiceError('bad_request', 'The argument "pages" must be pages like 1-3,7 in ascending order.', {
    details: { field: 'pages' },
  });
}

/**
 * Returns the passages on the wanted pages, with the page numbers of the source document. If `isSelected` is true, the
 * conversion has already selected the pages.
 */
function selectedPassages(
  passages: readonly Passage[],
  wanted: readonly number[] | undefined,
  isSelected: boolean,
): readonly Passage[] {
  if (!wanted) return passages;
  if (isSelected)
    return passages.map((one) => ({ ...one, pages: one.pages.map((page) => wanted[page - 1] ?? page) }));
  const kept = passages.filter(({ pages }) => pages.some((page) => wanted.includes(page)));
  if (kept.length > 0) return kept;
  const isPaged = passages.some(({ pages }) => pages.length > 0);
  throw new ServiceError(
    'bad_request',
    isPaged
      ? 'The document has no text on these pages.'
      : 'The document has no pages. Use "search" or "after" instead of "pages".',
    { details: { field: 'pages' } },
  );
}

function answerOf(given: Given, passages: readonly Passage[], { warnings }: ConversionResult): Answer {
  const { search, after = 0, max_tokens: maxTokens = defaultTokens } = given;
  const matching = search === undefined ? passages : found(passages, search);
  return {
    structured: { ...excerpt(matching, after, maxTokens), ...(warnings.length > 0 ? { warnings } : {}) },
  };
}

function tooSlow(waitMs: number): ServiceError {
  return new ServiceError(
    'service_unavailable',
    `Reading the document took longer than ${waitMs / 1000} s and was stopped. Use "pages" to read fewer pages, or convert_file.`,
    { details: { reason: 'timeout' } },
  );
}
