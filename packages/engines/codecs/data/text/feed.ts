/** Detects RSS and Atom feeds in XML that was read as a value, and writes them as articles. */
import { textOf } from '../values/untyped.ts';
import { isList, isMap, type Value, type ValueMap } from '../values/value.ts';

export interface Article {
  title: string;
  link: string;
  date: string;
  author: string;
  /** The content as HTML without scripts. */
  content: string;
  /** URLs of attached files. */
  enclosures: readonly string[];
}

export interface Feed extends Pick<Article, 'title' | 'link' | 'content'> {
  articles: readonly Article[];
}

/** Returns the feed that the value represents, or undefined for any other value. */
export function feedOf(value: Value): Feed | undefined {
  if (!isMap(value) || value.size !== 1) return undefined;
  const [[name, root] = ['', null]] = value;
  if (!isMap(root)) return undefined;
  const channel = root.get('channel');
  if (name === 'rss' && isMap(channel ?? null))
    return made(channel as ValueMap, all(channel as ValueMap, 'item'));
  if (name === 'rdf:RDF' && isMap(channel ?? null)) return made(channel as ValueMap, all(root, 'item'));
  const isAtom = name === 'feed' && text(root, '@xmlns').startsWith('http://www.w3.org/2005/Atom');
  return isAtom ? made(root, all(root, 'entry')) : undefined;
}

function made(channel: ValueMap, items: readonly ValueMap[]): Feed {
  return {
    title: text(channel, 'title'),
    link: linkOf(channel),
    content: htmlOf(channel, 'description', 'subtitle'),
    articles: items.map((item) => ({
      title: text(item, 'title'),
      link: linkOf(item),
      date: text(item, 'pubDate', 'published', 'updated', 'dc:date'),
      author: authorOf(item),
      content: htmlOf(item, 'content:encoded', 'content', 'description', 'summary'),
      enclosures: enclosuresOf(item),
    })),
  };
}

const listed = (value: Value | undefined): readonly Value[] =>
  value === undefined || value === null ? [] : isList(value) ? value : [value];

const all = (map: ValueMap, name: string): ValueMap[] => listed(map.get(name)).filter(isMap);

/** Returns the text of the first member in `names` that is not empty. */
function text(map: ValueMap, ...names: readonly string[]): string {
  for (const name of names) {
    const [first = null] = listed(map.get(name));
    const held = isMap(first) ? (first.get('#text') ?? null) : first;
    if (held !== null && !isMap(held) && !isList(held) && textOf(held).trim() !== '')
      return textOf(held).trim();
  }
  return '';
}

function linkOf(item: ValueMap): string {
  const page = all(item, 'link').find((link) => ['alternate', ''].includes(text(link, '@rel')));
  return page ? text(page, '@href') : text(item, 'link');
}

function authorOf(item: ValueMap): string {
  const names = all(item, 'author').map((author) => text(author, 'name') || text(author, 'email'));
  return names.filter(Boolean).join(', ') || text(item, 'dc:creator', 'author');
}

function enclosuresOf(item: ValueMap): string[] {
  const links = all(item, 'link').filter((link) => link.get('@rel') === 'enclosure');
  const addresses = [
    ...all(item, 'enclosure').map((one) => text(one, '@url')),
    ...links.map((one) => text(one, '@href')),
  ];
  return addresses.filter(Boolean);
}

/** Returns the content of a feed item as HTML. Plain text becomes paragraphs. */
function htmlOf(item: ValueMap, ...names: readonly string[]): string {
  const found = text(item, ...names) || nestedText(names.map((name) => item.get(name) ?? null));
  if (/<[a-z][^>]*>|&#?\w+;/i.test(found)) return withoutScripts(found);
  const lines = found.split(/\n\s*\n/).filter((line) => line.trim() !== '');
  return lines.map((line) => `<p>${escapeText(line.trim())}</p>`).join('\n');
}

/** Returns the text of XHTML content, which the value contains as nested elements. */
function nestedText(values: readonly Value[]): string {
  return values
    .flatMap((value): string[] => {
      if (isMap(value))
        return [nestedText([...value].filter(([name]) => !name.startsWith('@')).map(([, held]) => held))];
      if (isList(value)) return [nestedText(value)];
      return value === null ? [] : [textOf(value)];
    })
    .filter(Boolean)
    .join('\n\n');
}

function withoutScripts(html: string): string {
  return html
    .replace(/<(script|style|iframe|object|form)\b[\s\S]*?<\/\1\s*>/gi, '')
    .replace(/<\/?(?:script|style|iframe|object|form|embed|link|meta|base)\b[^>]*>/gi, '')
    .replace(/\son\w+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi, '')
    .replace(/(href|src)\s*=\s*(["']?)\s*javascript:[^"'\s>]*\2/gi, '');
}

const escapeText = (words: string): string =>
  words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const escapeAddress = (address: string): string => escapeText(address).replaceAll('"', '&quot;');

const webAddress = (address: string): boolean => /^(?:https?|mailto):/i.test(address);

/**
 * Returns the body of a page: the heading and content of the feed, then the heading, details, text and files of each
 * article.
 */
export function articlesAsHtml({ title, link, content, articles }: Feed): string {
  const linked = (words: string, address: string) =>
    webAddress(address) ? `<a href="${escapeAddress(address)}">${escapeText(words)}</a>` : escapeText(words);
  const parts = articles.map((one) => {
    const known = [one.date, one.author].filter(Boolean).map(escapeText).join(' · ');
    const files = one.enclosures.map((file) => `<li>${linked(file, file)}</li>`).join('');
    return [
      `<article>\n<h2>${linked(one.title || one.link || one.date, one.link)}</h2>`,
      ...(known ? [`<p>${known}</p>`] : []),
      one.content,
      ...(files ? [`<ul>${files}</ul>`] : []),
      '</article>',
    ].join('\n');
  });
  return [`<h1>${linked(title, link)}</h1>`, content, ...parts].join('\n');
}
