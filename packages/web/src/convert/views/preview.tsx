/**
 * Preview of a result. A result is never opened as a document of this origin, because the result may contain scripts.
 * The page shows a result only in elements that ignore scripts in the result.
 */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { App } from '../app/app.ts';
import type { Item, Result } from '../state/item.ts';
import { Comparison } from './comparison.tsx';

/** Picture formats that browsers can show. SVG in an image element runs no script. */
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

/** Upper bound on the size of a result with a preview, in bytes. The result is read into memory. */
const maxBytes = 256 * 1024 * 1024;

interface Shown extends PreviewProps {
  blob: Blob;
  /** `blob:` URL of the result, with the media type in Protean's table of formats. */
  url: string;
}

export function Preview(props: PreviewProps) {
  const { app, result } = props;
  const shown = useSignal<Pick<Shown, 'blob' | 'url'> | undefined>(undefined);
  const isTooLarge = result.size > maxBytes;
  useEffect(() => {
    if (isTooLarge) return undefined;
    let url: string | undefined;
    let isGone = false;
    void result.blob().then((blob) => {
      if (isGone) return;
      url = URL.createObjectURL(blob);
      shown.value = { blob, url };
    });
    return () => {
      isGone = true;
      if (url !== undefined) URL.revokeObjectURL(url);
    };
  }, [result]);
  return (
    <div class="preview">
      {isTooLarge && <p class="note">{app.messages.say('no_preview')}</p>}
      {shown.value && <Content {...props} {...shown.value} />}
    </div>
  );
}

function Content(shown: Shown) {
  const { app, item, result, url, blob } = shown;
  const { ext, category, mime } = result.format;
  const isVideo = category === 'video' && played.has(ext);
  if (drawn.has(ext) || isVideo)
    return <Compared app={app} item={item} result={result} url={url} isVideo={isVideo} />;
  if (played.has(ext)) return <audio controls src={url} />;
  if (ext === 'pdf' && navigator.pdfViewerEnabled) return <iframe src={url} title={result.name} />;
  if (ext in tables) return <Table app={app} result={result} blob={blob} separator={tables[ext] ?? ','} />;
  const isText =
    mime.startsWith('text/') || ['data', 'subtitle'].includes(category) || /json|xml|yaml/.test(mime);
  return isText ? <Text result={result} blob={blob} /> : <p class="note">{app.messages.say('no_preview')}</p>;
}

/**
 * Compares the result with its source if browsers can show both formats. Shows only the result if browsers cannot show
 * the source.
 */
function Compared({ app, item, result, url, isVideo }: PreviewProps & { url: string; isVideo: boolean }) {
  const before = useSignal<string | undefined>(undefined);
  const { ext = '', mime = '', category } = item.format.peek() ?? {};
  const isAlike = isVideo ? category === 'video' && played.has(ext) : drawn.has(ext);
  const file = 'file' in item.source && isAlike ? item.source.file : undefined;
  useEffect(() => {
    if (!file) return undefined;
    const own = URL.createObjectURL(new Blob([file], { type: mime }));
    before.value = own;
    return () => URL.revokeObjectURL(own);
  }, [file]);
  const alone = isVideo ? <video controls muted src={url} /> : <img src={url} alt={result.name} />;
  if (!before.value) return alone;
  const names = { before: item.name, after: result.name };
  const sizes = { before: item.size, after: result.size };
  const onUnreadable = () => (before.value = undefined);
  return (
    <Comparison
      messages={app.messages}
      isVideo={isVideo}
      urls={{ before: before.value, after: url }}
      {...{ names, sizes, onUnreadable }}
    />
  );
}

function useText(blob: Blob): string | undefined {
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

function Text({ result, blob }: { result: Result; blob: Blob }) {
  const text = useText(blob);
  return (
    <pre tabIndex={0} dir="auto" aria-label={result.name}>
      {text}
    </pre>
  );
}

interface TableProps {
  app: App;
  result: Result;
  blob: Blob;
  separator: string;
}

function Table({ app: { messages }, result, blob, separator }: TableProps) {
  const text = useText(blob);
  if (text === undefined) return null;
  const [head = [], ...rows] = cells(text, separator).slice(0, maxRows + 1);
  return (
    <div class="preview-table" tabIndex={0} role="region" aria-label={result.name}>
      <table>
        <caption class="note">{messages.say('first_rows', { count: rows.length })}</caption>
        <thead>
          <tr>
            {head.map((cell, n) => (
              <th key={n} scope="col">
                <bdi>{cell}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, n) => (
            <tr key={n}>
              {row.map((cell, column) => (
                <td key={column}>
                  <bdi>{cell}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Parses CSV into rows of cells. A quoted cell may contain separators, line breaks and doubled quotes (RFC 4180). */
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
