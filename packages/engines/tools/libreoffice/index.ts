/** LibreOffice: converts documents, presentations, drawings and spreadsheets between office formats and to PDF. */
import { format, formatsOfFamily } from '@protean/formats';
import type { Trait } from '@protean/formats/format.ts';
import { defineEngine, runnerCommand, type EdgeDeclaration, type Step } from '../../contract/engine.ts';
import { families, type Family, type OfficeFormat, type Store } from './filters.ts';
import type { OptionName, Options } from '../../contract/options.ts';
import { pageCheck } from '../../shared/image/page-check.ts';
import { officeMounts } from '../../contract/mounts.ts';
import { browserFeatures } from '../../shared/svg/features.ts';
import { zippedFeatures } from '../../shared/svg/zipped.ts';

const cost = 4;

/** Word's older formats and RTF are converted to text through docx, so that the rules of shared/office/word apply. */
const byWord = [...formatsOfFamily('word-97'), 'rtf'];

// Conversions that other engines do better: they convert plain text tables without interpreting the cells, and resvg
// and librsvg render SVG better.
const except = ['csv>tsv', 'tsv>csv', 'svg>png', 'svg>pdf'];

// The PDF import creates a text frame for every line, so it is used only if there is no other route.
const pdfImportCost = 12;

/** Formats with a single sheet whose cells have number formats. */
const isFormatted = (ext: string) => ['dbf', 'dif', 'slk'].includes(ext);

const officeEdges = families.flatMap(edgesOfFamily);

export const libreoffice = defineEngine({
  id: 'libreoffice',
  title: 'LibreOffice',
  dangerous: 'all',
  needs: [
    { command: '/usr/lib/libreoffice/program/soffice.bin', debian: 'libreoffice-core-nogui' },
    { command: '/usr/lib/libreoffice/program/libswlo.so', debian: 'libreoffice-writer-nogui' },
    { command: '/usr/lib/libreoffice/program/libsclo.so', debian: 'libreoffice-calc-nogui' },
    { command: '/usr/lib/libreoffice/program/libsdlo.so', debian: 'libreoffice-impress-nogui' },
    // Without libsmlo.so, formulas silently disappear from every document.
    { command: '/usr/lib/libreoffice/program/libsmlo.so', debian: 'libreoffice-math-nogui' },
    { command: '/usr/lib/libreoffice/program/libdbaselo.so', debian: 'libreoffice-base-drivers' },
    { command: '/usr/lib/python3/dist-packages/uno.py', debian: 'python3-uno' },
    // Without this font, Chinese, Japanese and Korean text is rendered as empty boxes.
    { command: '/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf', debian: 'fonts-droid-fallback' },
  ],
  mounts: officeMounts,
  edges: officeEdges.flatMap(drawingsApart),
  command: (step) => {
    const convert = convertByOffice(step);
    return step.from === 'pdf' ? [pageCheck(step, { rendered: false }), convert] : convert;
  },
  showsFileName: true,
  // In memory, a large sheet is several times as large as its file.
  limits: { memory: 1536 * 1024 * 1024 },
});

/** Conversions (edges) from documents that may contain drawings. */
export const drawingEdges = officeEdges
  .map(withDrawings)
  .filter(({ reads }) => reads.length > 0)
  .map((edge) => ({ ...edge, except: [] }));

export const convertByOffice = (step: Step) =>
  runnerCommand('tools/libreoffice/runner.py', step, filterSettings(step));

/**
 * Splits an edge (conversions of source to target formats) into up to three edges: for documents that may contain
 * drawings, for SVG files, and for all other files. The edges for documents and for SVG files declare the features that
 * only browsers can draw, because LibreOffice drops content with these features.
 */
function drawingsApart(edge: EdgeDeclaration): EdgeDeclaration[] {
  const documents = withDrawings(edge);
  const isOther = (ext: string) => ext !== 'svg' && !documents.reads.includes(ext);
  return [
    { ...edge, reads: edge.reads.filter(isOther) },
    { ...documents, lacks: zippedFeatures },
    { ...edge, reads: edge.reads.filter((ext) => ext === 'svg'), lacks: browserFeatures },
  ].filter(({ reads }) => reads.length > 0);
}

/**
 * Returns the edge with only the source formats that may contain SVG drawings. If no target of the edge shows pictures,
 * the returned edge has no source formats.
 */
function withDrawings(edge: EdgeDeclaration): EdgeDeclaration {
  return {
    ...edge,
    reads: edge.writes.some(showsPictures) ? edge.reads.filter(mayHoldDrawings) : [],
  };
}

/** Returns whether files of the format may contain SVG drawings. Apple's programs convert inserted SVG to shapes. */
function mayHoldDrawings(ext: string): boolean {
  const { container, marks = [] } = format(ext).inside ?? {};
  return container === 'zip' && !marks.some((mark) => mark.startsWith('iWork:'));
}

function showsPictures(ext: string): boolean {
  const { category, holds } = format(ext);
  return category === 'image' || holds.includes('images') || holds.includes('layout');
}

function edgesOfFamily({ formats, pdfImport, loses }: Family): EdgeDeclaration[] {
  const rows = Object.entries(formats);
  const readable = (single: boolean) =>
    rows.filter(([, { load, single: one }]) => load && !load.fallback && !one !== single).map(([ext]) => ext);
  const reserve = rows.filter(([, { load }]) => load?.fallback).map(([ext]) => ext);
  const edges = rows.flatMap(([ext, row]) => [
    // The engine has no edges from workbooks to delimited text, because SheetJS converts workbooks to delimited text
    // and to all other data formats.
    ...(row.store?.delimiter ? [] : edgeTo(ext, row, readable(false), row.store?.single)),
    ...edgeTo(ext, withoutSheets(row, ['sheets', 'comments']), readable(true).filter(isFormatted)),
    ...edgeTo(
      ext,
      withoutSheets(row, ['sheets', 'comments', 'values']),
      readable(true).filter((from) => !isFormatted(from)),
    ),
    ...(ext === 'xlsx'
      ? edgeTo(ext, row, reserve).map((edge) => ({ ...edge, fallback: true as const }))
      : []),
  ]);
  if (pdfImport) edges.push({ reads: ['pdf'], writes: pdfImport.writes, cost: pdfImportCost });
  const lossesOf = (ext: string) => [...new Set([...(loses ?? []), ...(formats[ext]?.load?.loses ?? [])])];
  return edges.flatMap((edge) => splitByLosses(edge, lossesOf));
}

/** Splits an edge if its source formats have different losses, because an edge declares losses for all its sources. */
function splitByLosses(edge: EdgeDeclaration, lossesOf: (ext: string) => Trait[]): EdgeDeclaration[] {
  const groups = Object.values(Object.groupBy(edge.reads, (ext) => lossesOf(ext).join(' ')));
  return groups.flatMap((reads = []) => {
    const loses = lossesOf(reads[0] ?? '');
    return [{ ...edge, reads, ...(loses.length > 0 ? { loses } : {}) }];
  });
}

/**
 * Returns the format without the options in `absent`, which have no effect for some sources. For example, a file with a
 * single sheet has no hidden sheets and no comments. Plain text has no difference between raw and displayed values.
 */
function withoutSheets(row: OfficeFormat, absent: readonly OptionName[]): OfficeFormat {
  return row.options ? { ...row, options: row.options.filter((name) => !absent.includes(name)) } : row;
}

function edgeTo(
  ext: string,
  { store, options }: OfficeFormat,
  reads: string[],
  many?: true,
): EdgeDeclaration[] {
  if (!store || reads.length === 0) return [];
  const edge = { writes: [ext], except, ...(options ? { options } : {}), ...(many ? { many } : {}) };
  if (ext !== 'docx') return [{ ...edge, reads, cost }];
  // The lower cost makes routes to text pass through docx instead of odt.
  return [
    { ...edge, reads: reads.filter((from) => !byWord.includes(from)), cost },
    { ...edge, reads: reads.filter((from) => byWord.includes(from)), cost: cost - 1 },
  ].filter(({ reads: sources }) => sources.length > 0);
}

/** Returns the arguments that the runner needs in addition to the step: the filters for loading and storing. */
function filterSettings({ from, to, options, intermediate }: Step): Record<string, unknown> {
  for (const { service, formats, pdfImport } of families) {
    const store = formats[to]?.store;
    const pdfLoad =
      from === 'pdf' && pdfImport?.writes.includes(to)
        ? { filter: pdfImport.filter, byPath: true }
        : undefined;
    const load = pdfLoad ?? formats[from]?.load;
    if (load && store) return { service, load, store: withData(store, options, intermediate) };
  }
  throw new Error(`LibreOffice cannot convert ${from} to ${to}`);
}

/**
 * Returns a PDF filter with the options of the request. Omits the structure tags if the PDF is an intermediate file,
 * which another step reads. Images in the PDF are compressed with the requested quality, or with LibreOffice's default
 * quality.
 */
function withData(store: Store, { quality, pdfa }: Options, intermediate = false): Store {
  if (!store.data) return store;
  const data = {
    ...store.data,
    ...(intermediate ? { UseTaggedPDF: false } : {}),
    // For each part of PDF/A, LibreOffice omits forbidden features, such as transparency in part 1.
    ...(pdfa === undefined ? {} : { SelectPdfVersion: Number(pdfa[0]) }),
  };
  if (quality === undefined) return { ...store, data };
  return { ...store, data: { ...data, UseLosslessCompression: quality === 100, Quality: quality } };
}
