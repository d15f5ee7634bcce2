/** LaTeX sources keep their citations and the numbers that LaTeX prints, in every target. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openWords } from '../../support/results/words-of-result.ts';

const convert = openWords();

const tex = (body: string, preamble = '\\documentclass{article}\\usepackage{amsmath}') =>
  ['paper.tex', `${preamble}\\begin{document}${body}\\end{document}`] as const;

test('replaces LaTeX citations with entry numbers, and references with equation numbers', async () => {
  const paper = tex(
    'See \\cite{k} and eq. \\eqref{e}. \\begin{equation}a=b\\label{e}\\end{equation}\\begin{thebibliography}{9}\\bibitem{k} Knuth, TeXbook.\\end{thebibliography}',
  );
  for (const target of ['md', 'html', 'pdf', 'docx', 'odt', 'txt']) {
    const { words, warnings } = await convert(paper, target);
    assert.match(words, /See \[1\] and eq\. \(1\)\./, target);
    assert.match(words, /References.*\[1\] Knuth, TeXbook\./, target);
    assert.doesNotMatch(words, /\{9\}|\blabel\b|\[e\]| 9 Knuth/, target);
    assert.equal(warnings, '', target);
  }
});

test('numbers sections, figures, tables, theorems and list items as LaTeX does', async () => {
  const { words } = await convert(
    tex(
      `\\section{Intro}\\label{in} See \\ref{two}, \\ref{fig}, \\ref{tab}, \\ref{thm}, \\ref{lem}, \\ref{inner}.
% \\section{Not there}
\\begin{align} a&=b \\label{p}\\\\ c&=d \\nonumber\\\\ e&=f \\label{q}\\end{align} Rows \\eqref{p} and \\eqref{q}.
\\section{Second}\\subsection{Sub}\\label{two}
\\begin{figure}\\caption{A boat}\\label{fig}\\end{figure}
\\begin{table}\\caption{Tides}\\label{tab}\\begin{tabular}{l}x\\end{tabular}\\end{table}
\\begin{thm}[Euler]\\label{thm}Body.\\end{thm}\\begin{lem}\\label{lem}Other.\\end{lem}
\\begin{enumerate}\\item one\\item two\\begin{enumerate}\\item\\label{inner} deep\\end{enumerate}\\end{enumerate}
\\section*{Bare}\\appendix\\section{Proofs}\\label{app} In \\ref{app}.`,
      '\\documentclass{article}\\usepackage{amsmath}\\newtheorem{thm}{Theorem}[section]\\newtheorem{lem}[thm]{Lemma}',
    ),
    'txt',
  );
  assert.match(words, /1 Intro See 2\.1, 1, 1, 2\.1, 2\.2, 2a\. .*Rows \(1\) and \(2\)\. 2 Second 2\.1 Sub/);
  assert.match(
    words,
    /Figure 1: A boat.*Table 1: Tides.*Theorem 2\.1 \(Euler\)\. Body\. Lemma 2\.2\. Other\./,
  );
  assert.match(words, / Bare A Proofs In A\./);
  assert.doesNotMatch(words, /Not there/);
});

test('numbers sections and equations of a LaTeX book within their chapter', async () => {
  const { words } = await convert(
    tex(
      '\\chapter{One}\\chapter{Two}\\section{In}\\label{s}\\begin{equation}x\\label{e}\\end{equation}See \\ref{s}, \\eqref{e}.',
      '\\documentclass{book}',
    ),
    'txt',
  );
  assert.match(words, /1 One 2 Two 2\.1 In .*See 2\.1, \(2\.1\)\./);
});

test('writes LaTeX citations with author names, several sources and page numbers', async () => {
  const { words } = await convert(
    tex(
      `\\citet{a} says, \\citep[p.~5]{a}, \\cite{b,c}, \\cite[ch. 2]{b}.
\\begin{thebibliography}{9}\\bibitem[Knuth(1984)]{a} Knuth. 1984. \\bibitem{b} B. \\bibitem[Lam]{c} C.\\end{thebibliography}`,
      '\\documentclass{article}\\usepackage{natbib}',
    ),
    'docx',
  );
  assert.match(words, /Knuth \(1984\) says, \(Knuth, 1984, p\. 5\), \[1, Lam\], \[1, ch\. 2\]\./);
});

test('warns about unresolved references and missing files in a LaTeX document', async () => {
  const { words, warnings } = await convert(
    tex('\\input{intro} On page \\pageref{s}, \\ref{gone}, \\cite{key}. \\section{S}\\label{s}'),
    'md',
  );
  assert.match(words, /On page \?\?, .*\?\?.*, \[key\]\./);
  assert.match(warnings, /files_missing/);
  assert.match(warnings, /references_unresolved/);
});

test('resolves references within LaTeX macros, but not in a verbatim environment', async () => {
  const { words } = await convert(
    tex(
      '\\section{S}\\label{s} \\fig{s} \\be x \\label{e} \\ee \\eqref{e} \\begin{verbatim}\\section{Code} \\ref{s}\\end{verbatim}',
      '\\documentclass{article}\\newcommand{\\fig}[1]{Part~\\ref{#1}}\\newcommand{\\be}{\\begin{equation}}\\newcommand{\\ee}{\\end{equation}}',
    ),
    'txt',
  );
  assert.match(words, /1 S Part 1 .*\(1\) .*\\section\{Code\} \\ref\{s\}/);
});

test('keeps the abstract of a LaTeX article in its text', async () => {
  for (const target of ['md', 'html', 'docx', 'txt'])
    assert.match(
      (await convert(tex('\\title{T}\\maketitle\\begin{abstract}In short.\\end{abstract} Text'), target))
        .words,
      /In short\./,
      target,
    );
});

test('keeps symbols, boxed text, margin notes and item labels of a LaTeX document in its text', async () => {
  const paper = tex(
    `Paid 7 \\texteuro{} at 20\\,\\textdegree{}, \\fbox{boxed} and \\colorbox{red}{coloured}, text\\marginpar{in the margin}.
\\begin{itemize}\\item[Q1] labelled \\item plain\\end{itemize}`,
  );
  for (const target of ['md', 'txt', 'docx']) {
    const { words } = await convert(paper, target);
    assert.match(words, /Paid 7 € at 20\s?°, boxed and coloured, text/, target);
    assert.match(words, /in the margin/, target);
    assert.match(words, /Q1 labelled.*plain/, target);
  }
});

test('uses the first words of an untitled LaTeX document as the title of its HTML page', async () => {
  const { words } = await convert(tex('Harbour\\footnote{below} news.'), 'html');
  assert.match(words, /<title>Harbour news\.<\/title>/);
});

test('numbers LaTeX parts with Roman numerals, and the equations of a group with letters', async () => {
  const { words } = await convert(
    tex(
      String.raw`\part{First}\label{p}\section{In}\begin{subequations}\label{g}\begin{align}a&=b\label{ga}\\c&=d\end{align}\end{subequations}
\begin{equation}x\label{n}\end{equation}Part \ref{p}, \eqref{g}, \eqref{ga}, \eqref{n}.\part{Second}\part*{Bare}`,
    ),
    'txt',
  );
  assert.match(words, /I First 1 In .*\(1a\).*\(1b\).*Part I, \(1\), \(1a\), \(2\)\. II Second Bare/);
});
