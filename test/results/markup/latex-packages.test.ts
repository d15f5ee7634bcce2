/** LaTeX classes and packages produce the text that LaTeX prints: lists, references, floats, titles and acronyms. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openWords } from '../../support/results/words-of-result.ts';

const convert = openWords();

const document = (body: string, preamble = '\\documentclass{article}') =>
  ['paper.tex', `${preamble}\\begin{document}${body}\\end{document}`] as const;

test('labels the items of nested LaTeX lists, and of lists with custom labels, as LaTeX does', async () => {
  const paper = document(
    `\\begin{enumerate}\\item Juniper\\item Hemlock\\begin{enumerate}\\item Larch\\begin{enumerate}\\item Fir\\end{enumerate}\\end{enumerate}\\end{enumerate}
\\begin{enumerate}[label=(\\roman*)]\\item Rowan\\item\\label{y} Yew\\end{enumerate} See \\ref{y}.
\\begin{enumerate}[resume]\\item Oak\\end{enumerate}
\\begin{enumerate}[Step 1:]\\item Saw\\item Sand\\end{enumerate}
\\begin{enumerate}\\setcounter{enumi}{6}\\item Ash\\end{enumerate}`,
    '\\documentclass{article}\\usepackage{enumitem}',
  );
  for (const target of ['md', 'txt', 'html', 'docx', 'pdf', 'jats', 'textile', 'rst']) {
    const { words } = await convert(paper, target);
    if (['md', 'txt', 'pdf'].includes(target)) {
      assert.match(words, /1\. Juniper 2\. Hemlock (?:- )?\(a\) Larch (?:- )?i\\?\. Fir/, target);
      assert.match(words, /\(ii\) Yew See \(ii\)\. 3\. Oak .*Step 1: Saw .*Step 2: Sand/, target);
      assert.match(words, /7\. Ash/, target);
    }
    assert.match(words, /Step 2: Sand/, target);
    assert.doesNotMatch(words, /[\ufdd0-\ufdef]/, target);
  }
});

test('shows cleveref and hyperref references as LaTeX prints them', async () => {
  const { words, warnings } = await convert(
    document(
      `\\section{Start}\\label{s}\\begin{equation}x\\label{e}\\end{equation}\\begin{figure}\\caption{A boat}\\label{f}\\end{figure}
See \\cref{s}, \\Cref{f}, \\cref{e}, \\autoref{f} and \\nameref{s}.`,
      '\\documentclass{article}\\usepackage{hyperref,cleveref}',
    ),
    'txt',
  );
  assert.match(words, /See section 1, Figure 1, eq\. \(1\), Figure 1 and Start\./);
  assert.equal(warnings, '');
});

test('numbers the captions of LaTeX listings, algorithms, long tables and subfigures', async () => {
  const { words } = await convert(
    document(
      `\\begin{lstlisting}[caption={Sum},label=l]
code % kept
\\end{lstlisting}
\\begin{algorithm}\\caption{Euclid}\\label{a}\\begin{algorithmic}\\While{$b$}\\State $a$ \\Comment{why}\\EndWhile\\end{algorithmic}\\end{algorithm}
\\begin{longtable}{ll}\\caption{Long}\\label{t}\\\\ A & B\\\\ \\endfirsthead A again & B\\\\ \\endhead c & d\\\\ \\end{longtable}
\\begin{figure}\\begin{subfigure}{1cm}\\includegraphics{a}\\caption{First}\\label{p}\\end{subfigure}\\caption{Both}\\end{figure}
See \\ref{l}, \\ref{a}, \\ref{t}, \\ref{p}.`,
    ),
    'txt',
  );
  assert.match(words, /Listing 1: Sum code % kept Algorithm 1: Euclid while b do .*a ▷ why end while/);
  assert.match(words, /Table 1: Long/);
  assert.match(words, /\(a\) First Figure 1: Both See 1, 1, 1, 1a\./);
  assert.doesNotMatch(words, /again/);
});

test('evaluates LaTeX conditionals, and expands macros that contain sections, labels or lists', async () => {
  const { words } = await convert(
    document(
      `\\ifdraft Draft\\else Final\\fi. \\iffinal hidden\\fi \\iffalse never\\fi \\part{One} \\part{Two}
\\begin{steps}\\item saw\\end{steps} See \\ref{Two}.`,
      `\\documentclass{article}\\newif\\ifdraft\\drafttrue\\newif\\iffinal
\\renewcommand{\\part}[1]{\\section{#1}\\label{#1}}\\newenvironment{steps}{\\begin{enumerate}}{\\end{enumerate}}`,
    ),
    'txt',
  );
  assert.match(words, /^Draft\. 1 One 2 Two 1\. saw See 2\.$/);
});

test('keeps the text of LaTeX letters, slides, exams and CVs', async () => {
  const letter = await convert(
    document(
      '\\begin{letter}{Mr Lind}\\opening{Dear Mr Lind,} Thanks. \\closing{Yours,}\\encl{Photo}\\end{letter}',
      '\\documentclass{letter}\\signature{Ada Moss}\\address{1 Quay Road}',
    ),
    'txt',
  );
  assert.match(letter.words, /1 Quay Road Mr Lind Dear Mr Lind, Thanks\. Yours, Ada Moss encl: Photo/);
  const slides = await convert(
    document(
      '\\begin{frame}<1->[fragile]{Harbour}\\begin{itemize}\\item<2-> Boats\\end{itemize}\\only<2>{Later}\\begin{block}{Rule}Row.\\end{block}\\end{frame}',
      '\\documentclass{beamer}',
    ),
    'txt',
  );
  assert.match(slides.words, /Harbour - Boats Later Rule Row\./);
  const exam = await convert(
    document(
      '\\begin{questions}\\question[2] Why?\\begin{parts}\\part How?\\end{parts}\\begin{solution}secret\\end{solution}\\begin{choices}\\choice Red\\end{choices}\\end{questions}',
      '\\documentclass{exam}',
    ),
    'txt',
  );
  assert.match(exam.words, /1\. \(2 points\) Why\? \(a\) How\? A\. Red/);
  assert.doesNotMatch(exam.words, /secret/);
  const curriculum = await convert(
    document(
      '\\makecvtitle\\cventry{2010}{Engineer}{Quay}{Port}{}{Built boats}\\cvitem{Skills}{Knots}',
      '\\documentclass{moderncv}\\name{Ada}{Moss}\\email{ada@quay.example}',
    ),
    'txt',
  );
  assert.match(
    curriculum.words,
    /Ada Moss .*ada@quay\.example 2010: Engineer, Quay, Port Built boats Skills: Knots/,
  );
});

test('expands LaTeX acronyms at their first use, and connects footnote texts to their marks', async () => {
  const { words } = await convert(
    document(
      'An \\gls{q} and a \\gls{q}.\\footnotemark{} More.\\footnotetext{Late note}',
      '\\documentclass{article}\\usepackage{glossaries}\\newacronym{q}{HQ}{harbour quay}',
    ),
    'txt',
  );
  assert.match(words, /An harbour quay \(HQ\) and a HQ\.\[1\] More\. \[1\] Late note/);
});

test('writes caption labels in the language of a LaTeX document, and resolves babel shorthands', async () => {
  const { words } = await convert(
    document(
      '\\begin{figure}\\caption{Der Kai}\\label{k}\\end{figure} Stra"se, siehe \\autoref{k}.',
      '\\documentclass{article}\\usepackage[ngerman]{babel}',
    ),
    'txt',
  );
  assert.match(words, /Abbildung 1: Der Kai Straße, siehe Abbildung 1\./);
});

test('warns about missing files and unknown commands of a LaTeX document', async () => {
  const { warnings } = await convert(
    document(
      '\\input{chapter} \\includegraphics{boat.pdf} \\strange{lost words} \\begin{tikzpicture}\\draw (0,0) node {label};\\end{tikzpicture} Text',
    ),
    'md',
  );
  assert.equal(warnings, 'files_missing, commands_left_out');
  const none = await convert(
    document('\\maketitle\\vspace{1cm}\\centering Text \\newpage', '\\documentclass{article}\\usepackage{x}'),
    'md',
  );
  assert.equal(none.warnings, '');
});

test("separates the authors of a LaTeX document with commas, and keeps each author's notes", async () => {
  const { words } = await convert(
    document('\\maketitle Text', '\\documentclass{article}\\title{T}\\author{Ada\\thanks{Quay} \\and Bo}'),
    'txt',
  );
  assert.match(words, /T Ada\[1\], Bo Text \[1\] Quay/);
});

test('formats section numbers as a LaTeX document specifies, and evaluates its counters', async () => {
  const { words } = await convert(
    document(
      `\\section{One}\\label{a}\\subsection{Sub}\\label{b} See \\ref{a}, \\ref{b}. \\problem \\problem`,
      `\\documentclass{article}\\renewcommand{\\thesection}{\\Roman{section}}\\newcounter{problem}
\\newcommand{\\problem}{\\stepcounter{problem}Problem \\theproblem.}`,
    ),
    'txt',
  );
  assert.match(words, /^I One I\.1 Sub See I, I\.1\. Problem 1\. ?Problem 2\.$/);
});

test('keeps the text of algorithm2e algorithms and of LaTeX tables inside table cells', async () => {
  const { words } = await convert(
    document(
      `\\begin{algorithm}\\KwData{input}\\While{more}{\\eIf{odd}{halve\\;}{add\\;}}\\caption{Count}\\end{algorithm}
\\begin{table}\\begin{tabular}{l|l}a & \\begin{tabular}{c}in\\\\ner\\end{tabular}\\\\\\end{tabular}\\caption{Cells}\\end{table}`,
      '\\documentclass{article}\\usepackage{algorithm2e}',
    ),
    'txt',
  );
  assert.match(
    words,
    /Algorithm 1: Count Data: input while more do if odd then halve else add [- ]*a in ner .*Table 1: Cells/,
  );
});
