/**
 * Samples of Gettext translation catalogues (PO and MO), made with the Python library polib. The samples contain a
 * context, a plural, a text of several lines, quotes and an obsolete entry.
 */
import { python } from '../run.ts';
import type { SampleMaker, SampleMakers } from '../samples.ts';

export interface Translation {
  context: string | null;
  id: string;
  plural: string | null;
  text: string | readonly string[];
}

export const catalogueHead = { 'Content-Type': 'text/plain; charset=UTF-8', Language: 'cs' };

export const translations: readonly Translation[] = [
  { context: null, id: 'Open "it"', plural: null, text: 'Otevřít \\ „to“' },
  { context: 'menu', id: 'Open', plural: null, text: 'Otevřít' },
  { context: null, id: '%d file', plural: '%d files', text: ['%d soubor', '%d soubory', '%d souborů'] },
  { context: null, id: 'Two\nlines\n', plural: null, text: 'Dva\nřádky\n' },
];

const program = `
import json, polib, sys
head, translations = json.load(sys.stdin)
catalogue = polib.POFile(wrapwidth=40)
catalogue.metadata = head
for one in translations:
    plural = one['plural'] is not None
    catalogue.append(polib.POEntry(msgctxt=one['context'], msgid=one['id'], msgid_plural=one['plural'] or '',
        msgstr='' if plural else one['text'], msgstr_plural=dict(enumerate(one['text'])) if plural else {},
        comment='Seen by all', occurrences=[('main.c', '12')], flags=['c-format'] if plural else []))
catalogue.append(polib.POEntry(msgid='Gone', msgstr='Pryč', obsolete=True))
`;

const made =
  (save: string): SampleMaker =>
  async (file) =>
    void (await python(`${program}${save}`, [file], JSON.stringify([catalogueHead, translations])));

export const catalogues: SampleMakers = {
  po: made('catalogue.save(sys.argv[1])'),
  mo: made('catalogue.save_as_mofile(sys.argv[1])'),
};
