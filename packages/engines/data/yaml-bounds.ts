/** Refuses a YAML document whose aliases stand for far more than it says, or whose keys repeat, before it is expanded. */
import { CST, isAlias, isMap, isPair, isScalar, isSeq, Lexer, type Document, type YAMLMap } from 'yaml';
import { InvalidData } from './value.ts';

/** Values that the aliases of a file may stand for beyond those that it holds. */
const maxAdded = 1_000_000;

/** Anchors and aliases of a document: each alias is looked up among all of them. */
const maxNames = 20_000;

/** Throws {@link InvalidData} where there are too many anchors and aliases, which are counted faster than parsed. */
export function checkNames(text: string): void {
  const candidates = /(?<![^\s[{,])[&*]/g;
  for (let n = 0; candidates.test(text); n += 1) {
    if (n === maxNames) return countNames(text);
  }
}

function countNames(text: string): void {
  let [names, isContent] = [0, false];
  for (const lexeme of new Lexer().lex(text)) {
    if (!isContent && /^[&*]/.test(lexeme)) names += 1;
    if (names > maxNames) throw tooManyNames();
    isContent = lexeme === CST.SCALAR;
  }
}

const tooManyNames = () => new InvalidData(`more than ${maxNames} anchors and aliases`);

/** Throws {@link InvalidData}; a document that passes can be expanded in a time that grows with the file. */
export function checkExpansion(document: Document.Parsed): void {
  new Walk().follow(document.contents);
}

class Walk {
  /** How many values each anchor stands for. */
  readonly #sizes = new Map<string, number>();
  #names = 0;
  #added = 0;

  /** How many values `node` stands for when all aliases in it are expanded. */
  follow(node: unknown): number {
    if (isAlias(node)) return this.#reuse(node.source);
    if (isPair(node)) return this.follow(node.key) + this.follow(node.value);
    if (isMap(node)) checkKeys(node);
    let size = 1;
    if (isMap(node) || isSeq(node)) for (const item of node.items) size += this.follow(item);
    if ((isMap(node) || isSeq(node) || isScalar(node)) && node.anchor !== undefined) {
      this.#name();
      this.#sizes.set(node.anchor, size);
    }
    return size;
  }

  #reuse(anchor: string): number {
    this.#name();
    // One that names what it stands in is refused where it is expanded.
    const size = this.#sizes.get(anchor) ?? 1;
    this.#added += size;
    if (this.#added > maxAdded) throw new InvalidData('the aliases stand for too many values');
    return size;
  }

  #name(): void {
    this.#names += 1;
    if (this.#names > maxNames) throw tooManyNames();
  }
}

/** The parser compares each key with all before it, which takes hours for a map of a million. */
function checkKeys({ items }: YAMLMap): void {
  const seen = new Set<unknown>();
  for (const { key } of items) {
    if (!isScalar(key)) continue;
    if (seen.has(key.value)) throw new InvalidData('the keys of a map must be unique');
    seen.add(key.value);
  }
}
