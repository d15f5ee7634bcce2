/** Reads the text lines of a PDF: their positions, characters and fonts. */
import { outputOf } from './measure.ts';

export interface TextLine {
  page: number;
  text: string;
  /** Distance from the top of the page, in points. */
  baseline: number;
  width: number;
  /** PostScript names of the fonts, without the subset prefix. */
  fonts: string[];
}

/** A line of vertical text. */
export interface TextColumn {
  page: number;
  text: string;
  /** Distance from the left edge of the page to the middle of the column, in points. */
  x: number;
  top: number;
}

interface Letter {
  page: number;
  text: string;
  font: string;
  left: number;
  right: number;
  top: number;
  baseline: number;
}

/** Returns the lines from top to bottom. Characters on the same baseline form a line, even if their fonts differ. */
export async function linesOf(pdf: string): Promise<TextLine[]> {
  const lines = await groupsOf(pdf, (one, other) => Math.abs(one.baseline - other.baseline) < 1);
  return lines.map((letters) => ({
    page: letters[0].page,
    text: letters.map(({ text }) => text).join(''),
    baseline: letters[0].baseline,
    width: Math.max(...letters.map(({ right }) => right)) - Math.min(...letters.map(({ left }) => left)),
    fonts: [...new Set(letters.map(({ font }) => font))],
  }));
}

/** Returns the columns of vertical text from right to left. */
export async function columnsOf(pdf: string): Promise<TextColumn[]> {
  const columns = await groupsOf(pdf, (one, other) => Math.abs(middleOf(one) - middleOf(other)) < 3);
  return columns.map((letters) => ({
    page: letters[0].page,
    text: letters.map(({ text }) => text).join(''),
    x: middleOf(letters[0]),
    top: Math.min(...letters.map(({ top }) => top)),
  }));
}

/** Returns the letters of each page, grouped by line or column. No group is empty. */
async function groupsOf(
  pdf: string,
  isAligned: (one: Letter, other: Letter) => boolean,
): Promise<[Letter, ...Letter[]][]> {
  const trace = await outputOf('/usr/bin/mutool', ['draw', '-q', '-F', 'stext', '-o', '-', pdf]);
  const groups: [Letter, ...Letter[]][] = [];
  for (const letter of lettersIn(trace)) {
    const group = groups.find(([first]) => first.page === letter.page && isAligned(first, letter));
    if (group) group.push(letter);
    else groups.push([letter]);
  }
  return groups;
}

const middleOf = ({ left, right }: Letter) => (left + right) / 2;

function lettersIn(trace: string): Letter[] {
  return trace
    .split('<page ')
    .flatMap((pageText, page) =>
      [...pageText.matchAll(/<font name="(?:[A-Z]{6}\+)?([^"]*)".*?<\/font>/gs)].flatMap(([run, font = '']) =>
        lettersOfRun(run, font, page - 1),
      ),
    );
}

function lettersOfRun(run: string, font: string, page: number): Letter[] {
  return [...run.matchAll(/<char quad="([^"]*)" x="[^"]*" y="([^"]*)"[^>]* c="([^"]*)"/g)].flatMap(
    ([, quad = '', baseline, code = '']) => {
      const corners = quad.split(' ').map(Number);
      const across = corners.filter((_, at) => at % 2 === 0);
      const down = corners.filter((_, at) => at % 2 === 1);
      const [left, right, top] = [Math.min(...across), Math.max(...across), Math.min(...down)];
      const text = code.replace(/&#x([0-9a-f]+);/i, (_, digits: string) =>
        String.fromCodePoint(Number.parseInt(digits, 16)),
      );
      return text.trim() === '' ? [] : [{ page, text, font, left, right, top, baseline: Number(baseline) }];
    },
  );
}
