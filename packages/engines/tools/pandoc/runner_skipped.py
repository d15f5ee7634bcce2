"""Warns about LaTeX commands that pandoc has skipped together with their output. pandoc lists these commands in its
log."""
import json
import os
import re
import sys

from engines.shared.runner.warn import listed, warn

SKIPPED = re.compile(r'\\(?:begin\s*\{(?P<environment>[A-Za-z*]+)\}|(?P<command>[A-Za-z@]+)\*?)\s*(?P<rest>.*)', re.DOTALL)
# Environments that produce drawings. pandoc drops such environments completely. In environments that produce no
# drawing, pandoc may skip only `\begin` and `\end` and keep the content.
DRAWINGS = re.compile(r'tikzpicture|pspicture|picture|circuitikz|tikzcd|forest|axis|overpic|pgfpicture|feynman|chemfig')
# Commands without output: they configure, add space, break pages or define names.
SILENT = frozenset(
    """
    addcontentsline addlinespace addtocontents addtolength addvspace afterpage allowdisplaybreaks appendix arabic arraystretch at author
    backmatter balance bgroup bfseries bibliography bibliographystyle bigbreak bigskip bottomrule boxedpoints break captionsetup cellcolor
    centering cfoot chead clearpage cleardoublepage cline cmidrule color colorlet columnbreak columncolor columnwidth crefname Crefname
    date deactivateaddvspace definecolor doublespacing dominitoc egroup else em emph endfirsthead endfoot endhead endlastfoot endgraf
    enlargethispage ex expandafter fancyfoot fancyhead fancyhf fi flushbottom flushleft flushright fontencoding fontfamily fontseries
    fontshape fontsize foreignlanguage frenchspacing frontmatter fussy geometry glossarystyle global goodbreak graphicspath hangafter
    hangindent headheight headsep hfil hfill hline hphantom hsize hskip hspace hss hypersetup hyphenation ifx ignorespaces includeonly
    indent index institute interdisplaylinepenalty itemsep itshape justify justifying kern label labelsep labelwidth large Large LARGE
    huge Huge leftmargin lfoot lhead linebreak linenumbers linespread linewidth listof listofalgorithms listoffigures listoflistings
    listoftables lstlistoflistings lstset mainmatter makeatletter makeatother makeglossaries makeindex makenomenclature maketitle
    markboth markright mbox medbreak medskip midrule mode moderncvcolor moderncvstyle moderncvtheme multicolumn newgeometry newline
    newpage nobreak nobreakspace nocite noalign noindent noexpand nolinebreak nonfrenchspacing nopagebreak normalfont normalsize
    note nouppercase null numberwithin onehalfspacing onecolumn onslide pagebreak pagecolor pageheader pagenumbering pagestyle par
    parbox parindent parsep parskip pdfbookmark pdfoutput penalty phantom phantomsection pointsinmargin printanswers printbibliography
    printglossaries printglossary printindex protect ProvidesPackage qquad quad raggedbottom raggedleft raggedright raisebox
    relax renewcommand RequirePackage restoregeometry rfoot rhead rightmargin rm rmfamily rowcolor rowcolors scshape section
    selectfont selectlanguage setbeamercolor setbeamertemplate sf sffamily shorthandoff shorthandon shoveleft shoveright singlespacing
    sisetup slshape sloppy small smallbreak smallskip space specialrule stretch strut tableofcontents tabcolsep tabularnewline tcbset
    textheight textwidth theoremstyle thispagestyle tightlist tikzset tiny title today topmargin toprule topsep tt ttfamily twocolumn
    undefined unskip upshape usecolortheme usefont usefonttheme useinnertheme useoutertheme usepackage usepgfplotslibrary usetheme
    usetikzlibrary vadjust value vfil vfill vphantom vskip vspace vss xspace xrightarrow footnotesize scriptsize tabularx width height
    """.split()
)
SETTING = re.compile(r'(?:new|renew|set|provide|declare|define|use|pgf|tcb|DTL|bib|hyper|mtc|fancy|beamer|at|thm|show|text(?:width|height)|AtBegin|AtEnd)[a-z]*|(?:Declare|Provide|New|Renew|Set|AtBegin|AtEnd|Define|Make|make)\w*|\w*(?:skip|width|height|sep|margin|indent|style|rule|penalty|spacing|color)')


def main() -> None:
    step = json.loads(sys.argv[1])
    file = os.path.join(step['work'], 'skipped.json')
    if not os.path.exists(file):
        return
    with open(file, encoding='utf-8') as stream:
        messages = json.load(stream)
    names = [name for message in messages if message.get('type') == 'SkippedContent' and (name := lost(message.get('contents', '')))]
    if names:
        warn(step, 'commands_left_out', listed(names))


def lost(content: str) -> str:
    """Returns the name of a skipped command if pandoc also dropped the command's text or drawing. If pandoc dropped
    only the command itself, returns an empty string."""
    found = SKIPPED.match(content)
    if not found:
        return ''
    if found['environment']:
        name = found['environment'].rstrip('*')
        # If words precede `\end`, pandoc dropped the content of the environment.
        return name if '\\end' in content and (DRAWINGS.fullmatch(name) or re.search(r'[^\W\d_]', found['rest'].partition('\\end')[0])) else ''
    name = found['command']
    words = re.sub(r'^\s*\[[^\]]*\]', '', found['rest'])
    if name in SILENT or SETTING.fullmatch(name):
        return ''
    return name if re.search(r'\{.*\w.*\}', words, re.DOTALL) or not found['rest'].strip('{} \n') and len(name) > 1 else ''


if __name__ == '__main__':
    main()
