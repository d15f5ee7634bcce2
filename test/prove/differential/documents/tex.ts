/** A trait document in TeX with content that conversions easily lose. */
import { writeFile } from 'node:fs/promises';
import type { TraitDocument, WrittenTrait } from '../trait-document.ts';

const parts: readonly WrittenTrait[] = [
  {
    name: 'citation',
    shown: ['As shown 1 there', '1 Knuth TeXbook'],
    hidden: ['knuthkey', '99 Knuth'],
    body: 'As shown \\cite{knuthkey} there.',
  },
  {
    name: 'cross-reference',
    shown: ['see equation 1 and section 1 there'],
    hidden: ['eq:gull', 'sec:gull'],
    body: '\\section{Gulls}\\label{sec:gull} \\begin{equation}\\label{eq:gull} a = b \\end{equation} see equation (\\ref{eq:gull}) and section \\ref{sec:gull} there.',
  },
  {
    name: 'footnote',
    shown: ['Footed sentence', 'footbody walrus'],
    body: 'Footed sentence.\\footnote{footbody walrus}',
  },
  {
    name: 'symbols',
    shown: ['paid 7 € now', 'about 20 ° warm', '© Acme', 'dash nine'],
    body: 'paid 7 \\texteuro{} now, about 20\\,\\textdegree{} warm, \\copyright{} Acme, dash---nine.',
  },
  {
    name: 'list-numbers',
    listNumbers: true,
    shown: ['1 Juniper', '2 Hemlock', ['a Larch']],
    body: '\\begin{enumerate}\\item Juniper\\item Hemlock\\begin{enumerate}\\item Larch\\end{enumerate}\\end{enumerate}',
  },
  {
    name: 'list-start',
    listNumbers: true,
    shown: ['7 Rowan'],
    body: '\\begin{enumerate}\\setcounter{enumi}{6}\\item Rowan\\end{enumerate}',
  },
  {
    name: 'description',
    shown: ['defined term its meaning'],
    body: '\\begin{description}\\item[defined term] its meaning\\end{description}',
  },
  {
    name: 'item-label',
    shown: ['Q1', 'labelled question'],
    body: '\\begin{itemize}\\item[Q1] labelled question\\end{itemize}',
  },
  {
    name: 'macro',
    shown: ['the replaced okapi here'],
    body: '\\newcommand{\\animal}[1]{replaced #1} the \\animal{okapi} here.',
  },
  {
    name: 'hidden-comment',
    shown: ['Quartz visible'],
    hidden: ['commentedout'],
    body: 'Quartz visible % commentedout\n',
  },
  {
    name: 'caption',
    shown: ['tabled caption', 'spanned heading', 'right one'],
    body: '\\begin{table}\\caption{tabled caption}\\begin{tabular}{ll}\\multicolumn{2}{c}{spanned heading}\\\\ left one & right one\\end{tabular}\\end{table}',
  },
  {
    name: 'title',
    shown: ['Titled Harbour', 'Ada Authoress', 'Leap Day'],
    // Some targets, such as ebooks and outlines, store the title, author and date as metadata.
    aside: true,
    body: '\\maketitle',
  },
  {
    name: 'verbatim',
    shown: ['verbatim \\relax kept'],
    body: '\\begin{verbatim}\nverbatim \\relax kept\n\\end{verbatim}',
  },
  {
    name: 'boxes',
    shown: ['boxed kiwi', 'coloured lemur', 'marginal tapir'],
    body: '\\fbox{boxed kiwi} \\textcolor{red}{coloured lemur} text\\marginpar{marginal tapir}.',
  },
  {
    name: 'theorem',
    shown: ['Theorem 1', 'every gull argues'],
    body: '\\begin{gulltheorem}every gull argues\\end{gulltheorem}',
  },
];

const head = [
  '\\documentclass{article}',
  '\\usepackage{amsthm,xcolor,textcomp}',
  '\\newtheorem{gulltheorem}{Theorem}',
  '\\title{Titled Harbour}\\author{Ada Authoress}\\date{Leap Day}',
  '\\begin{document}',
].join('\n');

const foot =
  '\\begin{thebibliography}{99}\\bibitem{knuthkey} Knuth, TeXbook.\\end{thebibliography}\n\\end{document}\n';

export const texDocuments: readonly TraitDocument[] = [
  {
    name: 'tex',
    ext: 'tex',
    traits: parts,
    write: (file) => writeFile(file, `${head}\n${parts.map(({ body }) => body).join('\n\n')}\n\n${foot}`),
  },
];
