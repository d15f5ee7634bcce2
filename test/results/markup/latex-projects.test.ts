/**
 * Conversions of a LaTeX project in a zip have the content that LaTeX prints: included files, figures, local macros and
 * the bibliography.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { run } from '../../samples/run.ts';
import { zipOf } from '../../samples/archives/zip.ts';
import { openConverter } from '../../support/server/test-app.ts';
import { openWords } from '../../support/results/words-of-result.ts';

const convert = openWords();
const answer = openConverter();

const red = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#ff0000' } })
  .png()
  .toBuffer();
const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="50"><path d="M0 0h90v50z"/></svg>';
const plot = (await run('rsvg-convert', ['-f', 'pdf'], { input: drawing })).stdout;

const files = {
  'paper/chapters/intro.tex': String.raw`\section{Start}\label{start}\tool{} follows \cite{knuth} and \cite{lamport}.
    \begin{figure}\includegraphics[width=2cm]{boat}\caption{A boat}\end{figure}`,
  'paper/chapters/rest.tex': String.raw`\section{Rest}After Section~\ref{start}. \input{chapters/deep}
    \begin{figure}\includegraphics{plot.pdf}\caption{A plot}\end{figure}`,
  'paper/chapters/deep.tex': 'Words from below.',
  'paper/own.sty': String.raw`\ProvidesPackage{own}\newcommand{\tool}{The Quay Tool}`,
  'paper/refs.bib': `@book{lamport, author={Leslie Lamport}, title={{LaTeX}}, publisher={Addison}, year=1994}
    @book{knuth, author={Donald E. Knuth}, title={The {TeX}book}, publisher={Wesley}, year=1984}
    @book{unused, author={No One}, title={Never}, year=2000}`,
  'paper/pictures/boat.png': red,
  'paper/plot.pdf': plot,
};
const main = String.raw`\documentclass{article}\usepackage{graphicx,own}\graphicspath{{pictures/}}
  % \input{nowhere}
  \begin{document}\input{chapters/intro}\include{chapters/rest}\bibliographystyle{plain}\bibliography{refs}\end{document}`;

const project = async (document: string, more: Readonly<Record<string, string | Buffer>> = {}) =>
  ['project.zip', await zipOf({ ...files, ...more, 'paper/main.tex': document })] as const;

for (const target of ['txt', 'html', 'pdf', 'docx', 'epub'])
  test(`keeps the files, macros, numbers and bibliography of a LaTeX project in ${target}`, async () => {
    const { words, warnings } = await convert(await project(main), target);
    for (const shown of [
      /1 Start\W.*The Quay Tool follows \[1\] and \[2\]\./,
      /Figure 1: A boat.*2 Rest\W.*After Section (?:<[^>]*>)?1(?:<[^>]*>)?\. Words from below\..*Figure 2: A plot/,
      /\[1\] Knuth, Donald E\. 1984\..*\[2\] Lamport, Leslie\. 1994\./,
    ])
      assert.match(words.replace(/data:[^"]*/g, ''), shown);
    assert.doesNotMatch(words, /Never|nowhere/);
    assert.equal(warnings, '');
  });

test('keeps the PNG and PDF figures of a LaTeX project as pictures in Markdown', async () => {
  const { text } = await convert(await project(main), 'md');
  assert.equal(text.match(/!\[Figure \d: A (?:boat|plot)\]\(data:image\/png/g)?.length, 2);
});

test('uses the .bbl bibliography of a LaTeX project, and the author-year citations of natbib', async () => {
  const made = String.raw`\begin{thebibliography}{1}\bibitem{knuth} D. Knuth, as printed.\bibitem{lamport} L. Lamport.\end{thebibliography}`;
  assert.match(
    (await convert(await project(main, { 'paper/main.bbl': made }), 'txt')).words,
    /\[1\] D\. Knuth, as printed\./,
  );
  const natural = main
    .replace('own}', 'own,natbib}')
    .replace('{plain}', '{plainnat}')
    .replace('begin{document}', String.raw`begin{document}Said \citet{knuth}.`);
  assert.match(
    (await convert(await project(natural), 'txt')).words,
    /Said Knuth \(1984\)\..*follows \(Knuth, 1984\) and \(Lamport, 1994\)\./,
  );
});

test('warns if the archive of a LaTeX project lacks included files', async () => {
  const { words, warnings } = await convert(
    await project(
      String.raw`\documentclass{article}\begin{document}Here. \input{gone}\includegraphics{lost}\end{document}`,
    ),
    'txt',
  );
  assert.match(words, /Here\./);
  assert.equal(warnings, 'files_missing');
});

test('refuses a LaTeX archive with several documents or with a file that includes itself', async () => {
  const document = (body: string) => String.raw`\documentclass{article}\begin{document}${body}\end{document}`;
  const reasons = [];
  for (const entries of [
    { 'a.tex': document('A'), 'b.tex': document('B') },
    { 'a.tex': document(String.raw`\input{b}`), 'b.tex': String.raw`\input{b}` },
  ]) {
    const { status, body } = await answer(new File([await zipOf(entries)], 'project.zip'), 'md');
    assert.equal(status, 400);
    reasons.push(
      (JSON.parse(body.toString()) as { error: { details: { reason: string } } }).error.details.reason,
    );
  }
  assert.deepEqual(reasons, ['several_documents', 'too_complex']);
});
