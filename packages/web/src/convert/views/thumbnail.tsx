/** Thumbnail of a file in its row: a small picture if browsers can show it, otherwise the icon of its category. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Icon } from './icon.tsx';
import type { Item } from '../state/item.ts';

const drawable = new Set(['avif', 'bmp', 'gif', 'jpg', 'png', 'svg', 'webp']);

/** Upper bound on pictures, because larger ones take too long to read. */
const maxBytes = 8 * 1024 * 1024;

export function Thumbnail({ item: { source, format, size } }: { item: Item }) {
  const url = useSignal<string | undefined>(undefined);
  const { ext = '', category = 'file' } = format.value ?? {};
  const file = 'file' in source && drawable.has(ext) && size <= maxBytes ? source.file : undefined;
  useEffect(() => {
    if (!file) return undefined;
    const made = URL.createObjectURL(file);
    url.value = made;
    return () => {
      url.value = undefined;
      URL.revokeObjectURL(made);
    };
  }, [file, url]);
  if (url.value === undefined) return <Icon name={category} />;
  const onError = () => (url.value = undefined);
  return <img src={url.value} alt="" loading="lazy" decoding="async" onError={onError} />;
}
