/** Derives the TeX of a formula from the positions of its glyphs. */
import { median } from '../boxes.ts';
import type { Box, Glyph } from '../page-data.ts';
import { functions, isLarge, symbolTex } from './symbols.ts';

/** A symbol, a fraction or a root, with its position. */
interface Atom {
  tex: string;
  x0: number;
  x1: number;
  y: number;
  size: number;
  /** Whether the atom is a large operator, which may have limits. */
  isLarge: boolean;
  /**
   * Present if the atom is a letter of a name or a digit of a number. Adjacent atoms with the same `part` belong to the
   * same name or number.
   */
  part?: 'name' | 'number';
}

type Side = 'sub' | 'sup';

interface Based {
  atom: Atom;
  sub: Atom[];
  sup: Atom[];
}

/** Maximum ratio between the sizes of an exponent and its base. */
const smaller = 0.85;
/** Minimum distance between the baselines of a base and its index or exponent, in units of the font size. */
const shifted = 0.12;
/** Minimum distance between the baselines of a large operator and its limits. */
const limitShift = 0.72;
/** Maximum nesting depth of fractions, roots and indices. */
const deepest = 8;

/** Returns the TeX, or undefined if a symbol is unknown. `bars` are the lines of fractions and roots. */
export function formulaTex(glyphs: readonly Glyph[], bars: readonly Box[]): string | undefined {
  const atoms: Atom[] = [];
  for (const glyph of glyphs) {
    if (!glyph.text.trim()) continue;
    const tex = symbolTex(glyph);
    if (tex === undefined) return undefined;
    const part = partOf(glyph);
    atoms.push({
      ...{ tex, x0: glyph.x, x1: glyph.x + glyph.width, y: glyph.y, size: glyph.size },
      isLarge: isLarge(glyph),
      ...(part ? { part } : {}),
    });
  }
  return lineTex(atoms, bars, 0);
}

function partOf({ text, italic, math = false }: Glyph): Atom['part'] {
  if (/^\d$/.test(text)) return 'number';
  return /^[A-Za-z]$/.test(text) && !italic && !math ? 'name' : undefined;
}

function lineTex(given: readonly Atom[], bars: readonly Box[], depth: number): string {
  if (depth > deepest) return spaced(given.map(({ tex }) => tex));
  const atoms = withFractions(withRoots([...given], bars, depth), bars, depth);
  const usual = atoms.filter((atom) => !atom.isLarge);
  const size = Math.max(...(usual.length > 0 ? usual : atoms).map((atom) => atom.size));
  const full = usual.filter((atom) => atom.size >= 0.95 * size);
  const y = median((full.length > 0 ? full : atoms).map((atom) => atom.y));
  const isBase = (atom: Atom) => {
    if (atom.isLarge || atom.size >= smaller * size)
      return atom.isLarge || Math.abs(atom.y - y) < 2 * shifted * size;
    return (
      Math.abs(atom.y - y) < shifted * size && atom.tex !== '\\prime' && !isBesideSmall(atom, atoms, size)
    );
  };
  const bases: Based[] = atoms
    .filter(isBase)
    .sort((one, two) => one.x0 - two.x0)
    .map((atom) => ({ atom, sub: [], sup: [] }));
  if (bases.length === 0)
    return atoms
      .sort((one, two) => one.x0 - two.x0)
      .map(({ tex }) => tex)
      .join(' ');
  const sides = sidesOf(
    atoms.filter((atom) => !isBase(atom)),
    y,
  );
  for (const side of ['sub', 'sup'] as const)
    attach(
      [...sides].flatMap(([atom, own]) => (own === side ? [atom] : [])),
      side,
      bases,
      { y, size },
    );
  return joined(bases, bars, depth);
}

/** Returns whether an atom directly follows an index or exponent. */
const isBesideSmall = (atom: Atom, atoms: readonly Atom[], size: number) =>
  atoms.some((one) => one !== atom && one.size < smaller * size && Math.abs(atom.x0 - one.x1) < 0.15 * size);

/**
 * Returns for each shifted atom whether it is above or below the line. A nested subscript or superscript is on the same
 * side of the line as the index that contains it.
 */
function sidesOf(atoms: readonly Atom[], y: number): Map<Atom, Side> {
  const sides = new Map<Atom, Side>();
  let before: Atom | undefined;
  for (const atom of atoms.toSorted((one, two) => one.x0 - two.x0)) {
    const isIndex =
      before !== undefined && atom.size < smaller * before.size && atom.x0 - before.x1 < 0.25 * before.size;
    const own = atom.y < y ? 'sup' : 'sub';
    sides.set(atom, (isIndex && before && sides.get(before)) || own);
    if (!isIndex) before = atom;
  }
  return sides;
}

/**
 * Adds a group of limits to its large operator. Adds each shifted atom that is not a limit to the base before the atom.
 */
function attach(
  atoms: readonly Atom[],
  side: Side,
  bases: readonly Based[],
  line: { y: number; size: number },
): void {
  for (const group of groupsOf(atoms, 0.5 * line.size)) {
    const [from, to] = [Math.min(...group.map(({ x0 }) => x0)), Math.max(...group.map(({ x1 }) => x1))];
    const far = Math.max(...group.map((atom) => Math.abs(atom.y - line.y)));
    const operator =
      far > limitShift * line.size
        ? bases.find(({ atom }) => atom.isLarge && from < atom.x1 + 1 && to > atom.x0 - 1)
        : undefined;
    for (const atom of group) {
      const base = operator ?? bases.findLast((one) => one.atom.x0 < atom.x0 + 0.1 * line.size) ?? bases[0];
      base?.[side].push(atom);
    }
  }
}

function groupsOf(atoms: readonly Atom[], gap: number): Atom[][] {
  const groups: Atom[][] = [];
  let end = -Infinity;
  for (const atom of atoms.toSorted((one, two) => one.x0 - two.x0)) {
    if (groups.length > 0 && atom.x0 - end < gap) groups.at(-1)?.push(atom);
    else groups.push([atom]);
    end = Math.max(end, atom.x1);
  }
  return groups;
}

const opening: Readonly<Record<string, string>> = {
  ')': '(',
  ']': '[',
  '\\}': '\\{',
  '\\rangle': '\\langle',
};

/** Joins the bases of a formula with their indices and exponents. Brackets with an exponent become a group. */
function joined(bases: readonly Based[], bars: readonly Box[], depth: number): string {
  const parts: string[] = [];
  const open: { bracket: string; at: number }[] = [];
  for (let n = 0; n < bases.length; n += 1) {
    const { atom } = bases[n] as Based;
    let { tex } = atom;
    let end = n;
    if (atom.part) {
      while (continues(bases[end], bases[end + 1])) end += 1;
      const letters = bases
        .slice(n, end + 1)
        .map((one) => one.atom.tex)
        .join('');
      tex = atom.part === 'number' || end === n ? letters : nameTex(letters);
    }
    const { sub, sup } = bases[end] as Based;
    n = end;
    const scripts = [
      ...(sub.length > 0 ? [`_{${lineTex(sub, bars, depth + 1)}}`] : []),
      ...(sup.length > 0 ? [`^{${lineTex(sup, bars, depth + 1)}}`] : []),
    ].join('');
    const start = opening[tex] === undefined ? undefined : open.pop();
    if (['(', '[', '\\{', '\\langle'].includes(tex)) open.push({ bracket: tex, at: parts.length });
    if (scripts && start && start.bracket === opening[tex]) {
      parts[start.at] = `\\left${start.bracket}`;
      tex = `\\right${tex}`;
    }
    parts.push(tex + scripts);
  }
  return spaced(parts);
}

const spacedSymbol =
  /^(?:[=<>+-]|\\(?:[lg]eq|neq|approx|equiv|sim|simeq|cong|propto|ll|gg|in|notin|subset|subseteq|supset|supseteq|to|Rightarrow|Leftrightarrow|mapsto|longrightarrow|times|pm|cup|cap|wedge|vee|cdot|oplus|otimes)|,)$/;

/**
 * Joins the parts of a formula. Inserts spaces around operators, and between a command and a letter that would change
 * the command.
 */
function spaced(parts: readonly string[]): string {
  let tex = '';
  for (const [n, part] of parts.entries()) {
    const isApart = part !== ',' && (spacedSymbol.test(part) || spacedSymbol.test(parts[n - 1] ?? ''));
    const isCommand = /\\[A-Za-z]+$/.test(tex) && /^[A-Za-z]/.test(part);
    tex += tex !== '' && (isApart || isCommand) ? ` ${part}` : part;
  }
  return tex;
}

function continues(one: Based | undefined, two: Based | undefined): boolean {
  if (!one || !two || one.sub.length + one.sup.length > 0) return false;
  const isPoint = one.atom.part === 'number' && two.atom.tex === '.' && two.sub.length + two.sup.length === 0;
  const isAfterPoint = one.atom.tex === '.' && two.atom.part === 'number';
  return (
    two.atom.x0 - one.atom.x1 < 0.15 * one.atom.size &&
    (isPoint || isAfterPoint || (one.atom.part !== undefined && one.atom.part === two.atom.part))
  );
}

const nameTex = (letters: string) => (functions.has(letters) ? `\\${letters}` : `\\operatorname{${letters}}`);

const isOver = ({ x0, x1 }: Atom, [left, , right]: Box) =>
  (x0 + x1) / 2 > left - 1.5 && (x0 + x1) / 2 < right + 1.5;

/** Replaces root signs and the atoms below their bars. */
function withRoots(atoms: Atom[], bars: readonly Box[], depth: number): Atom[] {
  for (const root of atoms.filter(({ tex }) => tex === '\\sqrt')) {
    const bar = bars.find(
      ([left, top]) => Math.abs(left - root.x1) < 0.3 * root.size && Math.abs(top - root.y) < 1.6 * root.size,
    );
    const inside = bar
      ? atoms.filter(
          (atom) => atom !== root && isOver(atom, bar) && atom.y > bar[1] && atom.y < bar[1] + 2 * root.size,
        )
      : [];
    if (!bar || inside.length === 0) continue;
    const y = median(
      inside
        .filter(({ size }) => size >= smaller * Math.max(...inside.map((one) => one.size)))
        .map((one) => one.y),
    );
    const tex = `\\sqrt{${lineTex(
      inside,
      bars.filter((one) => one !== bar),
      depth + 1,
    )}}`;
    const taken = new Set([root, ...inside]);
    atoms = [
      ...atoms.filter((atom) => !taken.has(atom)),
      { tex, x0: root.x0, x1: bar[2], y, size: inside[0]?.size ?? root.size, isLarge: false },
    ];
  }
  return atoms;
}

/** Replaces the atoms above and below bars by fractions, beginning with the widest bar. */
function withFractions(atoms: Atom[], bars: readonly Box[], depth: number): Atom[] {
  for (const bar of bars.toSorted((one, two) => two[2] - two[0] - one[2] + one[0])) {
    const middle = (bar[1] + bar[3]) / 2;
    const over = atoms.filter((atom) => isOver(atom, bar) && atom.x1 - atom.x0 < bar[2] - bar[0] + 3);
    const size = Math.max(...over.map((atom) => atom.size));
    const above = over.filter(({ y }) => y < middle && y > middle - 1.8 * size);
    const below = over.filter(({ y }) => y > middle && y < middle + 1.8 * size);
    if (above.length === 0 || below.length === 0) continue;
    const inner = bars.filter((one) => one !== bar);
    const tex = `\\frac{${lineTex(above, inner, depth + 1)}}{${lineTex(below, inner, depth + 1)}}`;
    const taken = new Set([...above, ...below]);
    atoms = [
      ...atoms.filter((atom) => !taken.has(atom)),
      { tex, x0: bar[0], x1: bar[2], y: middle + 0.25 * size, size, isLarge: false },
    ];
  }
  return atoms;
}
