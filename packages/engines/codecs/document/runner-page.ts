/** Writes a `doc.json` file as a web page in the scratch folder, for pandoc. */
import { readFileSync, writeFileSync } from 'node:fs';
import { readStep } from '../../contract/step.ts';
import { keptPictures } from '../../shared/document/kept-pictures.ts';
import { pageOf } from '../../shared/document/page.ts';
import { parseDocument } from '../../shared/document/parse.ts';

const { input, output, work, options } = readStep();
const document = parseDocument(readFileSync(input, 'utf8'));
writeFileSync(
  output,
  pageOf(document, { pictureUrl: keptPictures(document, work), pageMarks: options.page_markers ?? false }),
);
