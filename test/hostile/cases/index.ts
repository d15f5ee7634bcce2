/** The list of all hostile cases. */
import type { HostileCase } from '../case.ts';
import { archivedPages } from './markup/archived-pages.ts';
import { archives } from './files/archives.ts';
import { bookBombs } from './markup/book-bombs.ts';
import { ebooks } from './markup/books.ts';
import { data } from './files/data.ts';
import { disguises } from './pictures/disguises.ts';
import { drawingBombs } from './pictures/drawing-bombs.ts';
import { drawings } from './pictures/drawings.ts';
import { floodCases } from './pictures/floods.ts';
import { exchangeDrawingCases } from './pictures/exchange-drawings.ts';
import { fontCases } from './pictures/fonts.ts';
import { forms } from './requests/forms.ts';
import { helpCases } from './documents/helps.ts';
import { iWorkCases } from './documents/iwork.ts';
import { markdownCases } from './markup/markdown.ts';
import { markup } from './markup/markup.ts';
import { media } from './files/media.ts';
import { mutants } from './files/mutants.ts';
import { metadataCases } from './files/metadata.ts';
import { namings } from './markup/naming.ts';
import { names } from './requests/names.ts';
import { nestCases } from './markup/nests.ts';
import { office } from './documents/office.ts';
import { openDocumentCases } from './documents/open-documents.ts';
import { pages } from './documents/pages.ts';
import { peopleCases } from './files/people.ts';
import { pictures } from './pictures/pictures.ts';
import { playlistCases } from './files/playlists.ts';
import { postScripts } from './documents/postscript.ts';
import { repairCases } from './files/repairs.ts';
import { reported } from './files/reported.ts';
import { requestCases } from './requests/requests.ts';
import { scans } from './documents/scans.ts';
import { archival } from './documents/archival.ts';
import { streamCases } from './files/streams.ts';
import { trapCases } from './files/traps.ts';
import { scriptedPageCases } from './markup/scripted-pages.ts';
import { webPageCases } from './markup/web-pages.ts';
import { wordCases } from './documents/words.ts';

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
