/**
 * Thumbnail of a file in its row. Shows the file itself, its first page, the preview that a document contains, or the
 * result. Shows the icon of the file's category if the browser cannot show any picture of the file.
 */
import { useSignal } from '@preact/signals';
import type { ComponentChild } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Format } from '@protean/formats/format.ts';
import { Icon } from './icon.tsx';
import type { Item, Result } from '../state/item.ts';

const drawable = new Set(['avif', 'bmp', 'gif', 'jpg', 'png', 'svg', 'webp']);

/** Upper bound on the size of pictures and PDFs, in bytes. Larger files take too long to read. */
const maxBytes = 8 * 1024 * 1024;

/** Length of the longer side of a drawn page, in CSS pixels. The thumbnail shows only the upper part of the page. */
const pageSize = 64;

export function Thumbnail({ item: { source, format, state } }: { item: Item }) {
  const file = 'file' in source ? source.file : undefined;
  const { value: current } = state;
  // A result behind a link is not used, because it would have to be downloaded first.
  const result =
    current.kind === 'done' && current.result.url.startsWith('blob:') ? current.result : undefined;
  const icon = <Icon name={format.value?.category ?? 'file'} />;
  const ofResult = <Picture from={result} format={result?.format} fallback={icon} />;
  return <Picture from={file} format={format.value} fallback={ofResult} />;
}

interface PictureProps {
  from: Blob | Result | undefined;
  format: Format | undefined;
  /** Shown if no picture is available. */
  fallback: ComponentChild;
}

function Picture({ from, format, fallback }: PictureProps) {
  const url = useSignal<string | undefined>(undefined);
  useEffect(() => {
    if (!from || !format) return undefined;
    let made: string | undefined;
    let isGone = false;
    const show = (picture: Blob | undefined) => {
      if (isGone || !picture) return;
      made = URL.createObjectURL(picture);
      url.value = made;
    };
    // A file that cannot be read keeps its icon, and the conversion reports why the file cannot be read.
    void pictureOf(from, format).then(show, () => undefined);
    return () => {
      isGone = true;
      url.value = undefined;
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [from, format]);
  if (url.value === undefined) return <>{fallback}</>;
  return (
    <img src={url.value} alt="" loading="lazy" decoding="async" onError={() => (url.value = undefined)} />
  );
}

async function pictureOf(from: Blob | Result, { ext, inside }: Format): Promise<Blob | undefined> {
  const isResult = !(from instanceof Blob);
  const read = async () => (isResult ? from.blob() : from);
  if (drawable.has(ext)) return from.size <= maxBytes ? read() : undefined;
  if (ext === 'pdf') {
    if (from.size > maxBytes) return undefined;
    const { firstPage } = await import('../state/pdf-pages.ts');
    return firstPage(await read(), pageSize);
  }
  // If a result consists of several pictures, such as the pages of a document, the result is a zip.
  const isAlbum = ext === 'cbz' || (isResult && ext === 'zip');
  if (!isAlbum && inside?.container !== 'zip') return undefined;
  const { embeddedPicture } = await import('../state/embedded-picture.ts');
  return embeddedPicture(await read(), { isAlbum });
}
