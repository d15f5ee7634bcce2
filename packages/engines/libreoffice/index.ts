/** LibreOffice: documents, presentations, drawings and spreadsheets of office programs, among each other and to PDF. */
import { defineEngine, runnerCommand, type EdgeDeclaration, type Step } from '../runtime/engine.ts';
import { families, type Family, type OfficeFormat, type Store } from './filters.ts';
import type { Options } from '../runtime/options.ts';
import { pageCheck } from '../runtime/page-check.ts';
import { officeMounts } from '../runtime/mounts.ts';

const cost = 4;

// Between two tables in plain text nothing needs to be understood, and what is not understood stays as it is.
// What librsvg draws it draws better.
const except = ['csv>tsv', 'tsv>csv', 'svg>png', 'svg>pdf'];

// Drawing pages again puts each line in a frame of its own: the way to take when there is no other.
const redrawingCost = 12;

export const libreoffice = defineEngine({
  id: 'libreoffice',
  title: 'LibreOffice',
  dangerous: 'all',
  needs: [
    { command: '/usr/lib/libreoffice/program/soffice.bin', debian: 'libreoffice-core-nogui' },
    { command: '/usr/lib/libreoffice/program/libswlo.so', debian: 'libreoffice-writer-nogui' },
    { command: '/usr/lib/libreoffice/program/libsclo.so', debian: 'libreoffice-calc-nogui' },
    { command: '/usr/lib/libreoffice/program/libsdlo.so', debian: 'libreoffice-impress-nogui' },
    { command: '/usr/lib/libreoffice/program/libdbaselo.so', debian: 'libreoffice-base-drivers' },
    { command: '/usr/lib/python3/dist-packages/uno.py', debian: 'python3-uno' },
    // Without it Chinese, Japanese and Korean come out as boxes.
    { command: '/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf', debian: 'fonts-droid-fallback' },
  ],
  mounts: officeMounts,
  edges: families.flatMap(edgesOfFamily),
  command: (step) => {
    const convert = runnerCommand('libreoffice/runner.py', step, orders(step));
    return step.from === 'pdf' ? [pageCheck(step, { rendered: false }), convert] : convert;
  },
  // A large sheet takes several times its file's size.
  limits: { memory: 1536 * 1024 * 1024 },
});

function edgesOfFamily({ formats, redraws }: Family): EdgeDeclaration[] {
  const rows = Object.entries(formats);
  const readable = (single: boolean) =>
    rows.filter(([, row]) => row.load && !row.single !== single).map(([ext]) => ext);
  const edges = rows.flatMap(([ext, row]) => [
    ...edgeTo(ext, row, readable(false), row.store?.single),
    ...edgeTo(ext, row, readable(true)),
  ]);
  return redraws ? [...edges, { reads: ['pdf'], writes: redraws.writes, cost: redrawingCost }] : edges;
}

function edgeTo(
  ext: string,
  { store, takes }: OfficeFormat,
  reads: string[],
  many?: true,
): EdgeDeclaration[] {
  if (!store || reads.length === 0) return [];
  return [
    { reads, writes: [ext], except, cost, ...(takes ? { options: takes } : {}), ...(many ? { many } : {}) },
  ];
}

/** What the host is told beside the step: how to load the one format and how to store the other. */
function orders({ from, to, options }: Step): Record<string, unknown> {
  for (const { service, formats, redraws } of families) {
    const store = formats[to]?.store;
    const redrawn = from === 'pdf' && redraws?.writes.includes(to) ? { filter: redraws.filter } : undefined;
    const load = redrawn ?? formats[from]?.load;
    if (load && store) return { service, load, store: withOptions(store, options) };
  }
  throw new Error(`LibreOffice does not turn ${from} into ${to}`);
}

/** Pictures in a PDF are compressed to the quality asked for, and left to LibreOffice where none is. */
function withOptions(store: Store, { quality }: Options): Store {
  if (quality === undefined || !store.data) return store;
  return { ...store, data: { ...store.data, UseLosslessCompression: quality === 100, Quality: quality } };
}
