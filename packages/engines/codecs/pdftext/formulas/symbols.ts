/** TeX for the characters of formulas. */
import type { Glyph } from '../page-data.ts';

const named: Readonly<Record<string, string>> = {
  // Greek letters
  ...{ α: 'alpha', β: 'beta', γ: 'gamma', δ: 'delta', ϵ: 'epsilon', ε: 'varepsilon', ζ: 'zeta', η: 'eta' },
  ...{ θ: 'theta', ϑ: 'vartheta', ι: 'iota', κ: 'kappa', λ: 'lambda', μ: 'mu', ν: 'nu', ξ: 'xi', π: 'pi' },
  ...{ ρ: 'rho', ϱ: 'varrho', σ: 'sigma', ς: 'varsigma', τ: 'tau', υ: 'upsilon', φ: 'varphi', ϕ: 'phi' },
  ...{ χ: 'chi', ψ: 'psi', ω: 'omega', Γ: 'Gamma', Δ: 'Delta', Θ: 'Theta', Λ: 'Lambda', Ξ: 'Xi', Π: 'Pi' },
  ...{ Σ: 'Sigma', Υ: 'Upsilon', Φ: 'Phi', Ψ: 'Psi', Ω: 'Omega', ℓ: 'ell', ℏ: 'hbar', ℜ: 'Re', ℑ: 'Im' },
  // Operators and relations
  ...{ '±': 'pm', '∓': 'mp', '×': 'times', '÷': 'div', '·': 'cdot', '⋅': 'cdot', '∗': '*', '∘': 'circ' },
  ...{
    '≤': 'leq',
    '≥': 'geq',
    '≠': 'neq',
    '≈': 'approx',
    '≡': 'equiv',
    '∼': 'sim',
    '≃': 'simeq',
    '≅': 'cong',
  },
  ...{
    '∝': 'propto',
    '≪': 'll',
    '≫': 'gg',
    '∈': 'in',
    '∉': 'notin',
    '∋': 'ni',
    '⊂': 'subset',
    '⊆': 'subseteq',
  },
  ...{ '⊃': 'supset', '⊇': 'supseteq', '∪': 'cup', '∩': 'cap', '∧': 'wedge', '∨': 'vee', '¬': 'neg' },
  ...{ '→': 'to', '←': 'leftarrow', '↔': 'leftrightarrow', '⇒': 'Rightarrow', '⇔': 'Leftrightarrow' },
  ...{ '↦': 'mapsto', '⟶': 'longrightarrow', '⊕': 'oplus', '⊗': 'otimes', '⊥': 'perp', '∥': 'parallel' },
  ...{
    '∣': 'mid',
    '∞': 'infty',
    '∂': 'partial',
    '∇': 'nabla',
    '∀': 'forall',
    '∃': 'exists',
    '∅': 'emptyset',
  },
  ...{ '′': 'prime', '…': 'ldots', '⋯': 'cdots', '⟨': 'langle', '⟩': 'rangle', '⌊': 'lfloor', '⌋': 'rfloor' },
  ...{ '⌈': 'lceil', '⌉': 'rceil', '∖': 'setminus', '†': 'dagger', '⊤': 'top', '√': 'sqrt' },
  // Large operators
  ...{ '∑': 'sum', '∏': 'prod', '∐': 'coprod', '∫': 'int', '∬': 'iint', '∭': 'iiint', '∮': 'oint' },
  ...{ '⋃': 'bigcup', '⋂': 'bigcap', '⨁': 'bigoplus', '⨂': 'bigotimes', '⋁': 'bigvee', '⋀': 'bigwedge' },
};

const escaped: Readonly<Record<string, string>> = {
  '{': '\\{',
  '}': '\\}',
  '%': '\\%',
  '#': '\\#',
  '&': '\\&',
  _: '\\_',
};
const plain: Readonly<Record<string, string>> = {
  '−': '-',
  '–': '-',
  '∕': '/',
  ˆ: '^',
  "'": '\\prime',
  '’': '\\prime',
};

/**
 * TeX names of accents, by combining mark. The Unicode normalization form NFD separates a combining mark from its
 * letter.
 */
const accents: Readonly<Record<string, string>> = {
  ...{
    '\u0302': 'hat',
    '\u0303': 'tilde',
    '\u0304': 'bar',
    '\u0305': 'bar',
    '\u0307': 'dot',
    '\u0308': 'ddot',
  },
  ...{ '\u030c': 'check', '\u0301': 'acute', '\u0300': 'grave', '\u20d7': 'vec' },
};

const large = /^[∑∏∐∫∬∭∮⋃⋂⨁⨂⋁⋀]$/u;
const relation = /^[=<>≤≥≠≈≡∼≃≅∝∈∉⊂⊆⊃⊇→⇒⇔↦⟶:]$/u;
/** Characters that occur almost only in formulas. */
const special = /^[∑∏∐∫∬∭∮⋃⋂⨁⨂⋁⋀√∂∇∞∈∉⊂⊆⊗⊕∀∃∝≡≪≫⟨⟩ℏ\u{1d400}-\u{1d7ff}]$/u;
const greek = /^[\u0370-\u03ff]$/u;

export const isLarge = ({ text }: Glyph): boolean => large.test(text);
export const isRelation = ({ text }: Glyph): boolean => relation.test(text) && text !== ':';
export const isSpecial = ({ text }: Glyph): boolean => special.test(text);
export const isGreek = ({ text }: Glyph): boolean => greek.test(text);

/** Names of functions that are set in upright letters. */
export const functions = new Set(
  'arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim liminf limsup ln log max min Pr sec sin sinh sup tan tanh'.split(
    ' ',
  ),
);

/** Returns the TeX of a glyph, or undefined for a character that is unknown. */
export function symbolTex(glyph: Glyph): string | undefined {
  const [letter = '', mark, ...more] = glyph.text.normalize('NFD');
  if (more.length > 0) return undefined;
  const base = letterTex(letter, glyph);
  if (base === undefined || mark === undefined) return base;
  const accent = accents[mark];
  return accent === undefined ? undefined : `\\${accent}{${base}}`;
}

function letterTex(given: string, { bold, math = false, italic, isCalligraphic }: Glyph): string | undefined {
  const letter = given.normalize('NFKC');
  const styled = /^[\u{1d400}-\u{1d7ff}]$/u.test(given);
  if (named[letter] !== undefined) return `\\${named[letter]}`.replace('\\*', '*');
  if (escaped[letter] !== undefined) return escaped[letter];
  if (plain[letter] !== undefined) return plain[letter];
  if (/^[A-Za-z]$/.test(letter)) {
    if (isCalligraphic && /[A-Z]/.test(letter)) return `\\mathcal{${letter}}`;
    const isBold = (bold && !math) || (bold && !italic) || (styled && isBoldLetter(given));
    return isBold ? `\\mathbf{${letter}}` : letter;
  }
  return /^[\d()[\]|.,;:!?+\-=<>/*^]$/.test(letter) ? letter : undefined;
}

/** Returns whether a mathematical letter is in the blocks of bold upright letters. */
const isBoldLetter = (letter: string): boolean => /^[\u{1d400}-\u{1d433}]$/u.test(letter);
