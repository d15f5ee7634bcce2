/** A result to look at before it is downloaded: never as a document of this origin, only in elements that run nothing. */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { App } from './app.ts';
import type { Item, Result } from './item.ts';
import { writeSize } from './amounts.ts';

/** Pictures that browsers draw; in an image element SVG runs no script either. */
const drawn = new Set(['jpg', 'png', 'webp', 'gif', 'avif', 'svg', 'bmp', 'apng', 'ico']);
const played = new Set(['mp4', 'webm', 'ogv', 'm4v', 'mp3', 'wav', 'ogg', 'opus', 'flac', 'm4a', 'aac']);
const tables: Readonly<Record<string, string>> = { csv: ',', tsv: '\t' };
const textBytes = 64 * 1024;
const maxRows = 50;

interface PreviewProps {
  app: App;
  item: Item;
  result: Result;
}

export function Preview(props: PreviewProps) {
  return (
    <div class="preview">
      <Content {...props} />
    </div>
  );
}

function Content({ app, item, result }: PreviewProps) {
  const { ext, category, mime } = result.format;
  const { url, name } = result;
  if (drawn.has(ext)) return <Picture app={app} item={item} result={result} />;
  if (played.has(ext)) {
    return category === 'video' ? <video controls muted src={url} /> : <audio controls src={url} />;
  }
  if (ext === 'pdf' && navigator.pdfViewerEnabled) return <iframe src={url} title={name} />;
  if (ext in tables) return <Table app={app} result={result} separator={tables[ext] ?? ','} />;
  const isText =
    mime.startsWith('text/') || ['data', 'subtitle'].includes(category) || /json|xml|yaml/.test(mime);
  return isText ? <Text app={app} result={result} /> : <p class="note">{app.words.say('no_preview')}</p>;
}

function Picture({ app: { words }, item, result }: PreviewProps) {
  const original = useSignal<string | undefined>(undefined);
  const figure = useRef<HTMLDivElement>(null);
  const file =
    'file' in item.source && drawn.has(item.format.peek()?.ext ?? '') ? item.source.file : undefined;
  useEffect(() => {
    if (!file) return undefined;
    const url = URL.createObjectURL(new Blob([file], { type: item.format.peek()?.mime ?? '' }));
    original.value = url;
    return () => URL.revokeObjectURL(url);
  }, [file]);
  const size = (bytes: number) => writeSize(bytes, words.language);
  if (!original.value) return <img src={result.url} alt={result.name} />;
  return (
    <div class="compare">
      <div ref={figure} class="compare-pictures" dir="ltr">
        <img src={result.url} alt={result.name} />
        <img class="compare-before" src={original.value} alt={item.name} />
        <input
          type="range"
          min="0"
          max="100"
          defaultValue="50"
          aria-label={words.say('compare')}
          onInput={({ currentTarget }) =>
            figure.current?.style.setProperty('--split', `${currentTarget.value}%`)
          }
        />
      </div>
      <p class="note compare-sizes" dir="ltr">
        <span>
          {words.say('before')}: {size(item.size)}
        </span>
        <span>
          {words.say('after')}: {size(result.blob.size)}
        </span>
      </p>
    </div>
  );
}

function useText({ blob }: Result): string | undefined {
  const text = useSignal<string | undefined>(undefined);
  useEffect(() => {
    void blob
      .slice(0, textBytes)
      .text()
      .then((read) => {
        text.value = read;
      });
  }, [blob]);
  return text.value;
}

function Text({ result }: { app: App; result: Result }) {
  const text = useText(result);
  return (
    <pre tabIndex={0} dir="auto" aria-label={result.name}>
      {text}
    </pre>
  );
}

function Table({ app: { words }, result, separator }: { app: App; result: Result; separator: string }) {
  const text = useText(result);
  if (text === undefined) return null;
  const [head = [], ...rows] = cells(text, separator).slice(0, maxRows + 1);
  return (
    <div class="preview-table" tabIndex={0} role="region" aria-label={result.name}>
      <table>
        <caption class="note">{words.say('first_rows', { count: rows.length })}</caption>
        <thead>
          <tr>
            {head.map((cell, n) => (
              <th key={n} scope="col" dir="auto">
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, n) => (
            <tr key={n}>
              {row.map((cell, column) => (
                <td key={column} dir="auto">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Rows of cells; a quoted cell may hold separators, line breaks and doubled quotes (RFC 4180). */
function cells(text: string, separator: string): string[][] {
  const rows: string[][] = [[]];
  const pattern = new RegExp(`("(?:[^"]|"")*"|[^${separator}\r\n]*)(${separator}|\r?\n|$)`, 'g');
  for (const [whole, cell = '', end = ''] of text.matchAll(pattern)) {
    if (whole === '') break;
    rows.at(-1)?.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (end !== separator) rows.push([]);
  }
  return rows.filter((row) => row.length > 0);
}
