/** The list of all hostile cases. */
import type { HostileCase } from '../case.ts';
import { archivedPages } from './archived-pages.ts';
import { archives } from './archives.ts';
import { bookBombs } from './book-bombs.ts';
import { ebooks } from './books.ts';
import { data } from './data.ts';
import { disguises } from './disguises.ts';
import { drawingBombs } from './drawing-bombs.ts';
import { drawings } from './drawings.ts';
import { floodCases } from './floods.ts';
import { exchangeDrawingCases } from './exchange-drawings.ts';
import { fontCases } from './fonts.ts';
import { forms } from './forms.ts';
import { helpCases } from './helps.ts';
import { iWorkCases } from './iwork.ts';
import { markdownCases } from './markdown.ts';
import { markup } from './markup.ts';
import { media } from './media.ts';
import { mutants } from './mutants.ts';
import { metadataCases } from './metadata.ts';
import { namings } from './naming.ts';
import { names } from './names.ts';
import { nestCases } from './nests.ts';
import { office } from './office.ts';
import { openDocumentCases } from './open-documents.ts';
import { pages } from './pages.ts';
import { peopleCases } from './people.ts';
import { pictures } from './pictures.ts';
import { playlistCases } from './playlists.ts';
import { postScripts } from './postscript.ts';
import { repairCases } from './repairs.ts';
import { reported } from './reported.ts';
import { requestCases } from './requests.ts';
import { scans } from './scans.ts';
import { archival } from './archival.ts';
import { streamCases } from './streams.ts';
import { trapCases } from './traps.ts';
import { scriptedPageCases } from './scripted-pages.ts';
import { webPageCases } from './web-pages.ts';
import { wordCases } from './words.ts';

const ownCases: readonly HostileCase[] = [
  ...[...drawings, ...drawingBombs, ...exchangeDrawingCases, ...disguises, ...floodCases, ...pictures],
  ...[...postScripts, ...pages, ...scans, ...archival],
  ...[...playlistCases, ...media],
  ...[...wordCases, ...openDocumentCases, ...office, ...iWorkCases],
  ...[...webPageCases, ...scriptedPageCases, ...markup, ...markdownCases, ...nestCases],
  ...[...ebooks, ...bookBombs],
  ...[...archives, ...archivedPages, ...helpCases, ...streamCases, ...repairCases],
  ...[...data, ...peopleCases, ...fontCases],
  ...[...names, ...forms, ...requestCases, ...metadataCases],
  ...namings,
  ...trapCases,
  ...mutants,
];

export const cases: readonly HostileCase[] = [...ownCases, ...reported(ownCases)];
