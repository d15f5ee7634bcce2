/** The pages of a PDF as pictures that the user can choose, reorder and rotate. */
import { useSignal, type Signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { App } from '../app/app.ts';
import type { Item } from '../state/item.ts';
import { movePage, optionsOf, pagesOf, togglePage, turnPage, type PageList } from '../state/page-list.ts';
import { openPdf, type PdfPages } from '../state/pdf-pages.ts';
import { Icon } from './icon.tsx';
import { OptionFields } from './option-fields.tsx';

/** Longer side of a picture in CSS pixels. */
const pictureSize = 132;

/** Data type of a dragged page. The grid ignores all other data that is dragged onto it. */
const draggedPage = 'application/x-protean-page';

interface PageGridProps {
  app: App;
  item: Item;
  file: File;
}

export function PageGrid({ app, item, file }: PageGridProps) {
  const pdf = useSignal<PdfPages | 'unreadable' | undefined>(undefined);
  const pages = useSignal<PageList>([]);
  useEffect(() => {
    let opened: PdfPages | undefined;
    let isGone = false;
    openPdf(file).then(
      (read) => {
        opened = read;
        if (isGone) return read.close();
        pages.value = pagesOf(read.count);
        pdf.value = read;
      },
      () => (pdf.value = 'unreadable'),
    );
    return () => {
      isGone = true;
      opened?.close();
    };
  }, [file]);
  if (pdf.value === undefined) return <p class="pages note">{app.messages.say('pages_reading')}</p>;
  if (pdf.value === 'unreadable') return <PageFields app={app} item={item} />;
  const arrange = (next: PageList) => {
    pages.value = next;
    item.own.value = optionsOf(next);
    app.tool.renew([item]);
  };
  return (
    <div class="pages" role="group" aria-label={app.messages.say('pages_of', { name: item.name })}>
      {pages.value.map(({ number }, at) => (
        <Tile key={number} {...{ app, pages, at, arrange }} pdf={pdf.value as PdfPages} />
      ))}
    </div>
  );
}

/** Shown instead of the pictures if the browser cannot read the file, for example because it is encrypted. */
function PageFields({ app, item }: Omit<PageGridProps, 'file'>) {
  return (
    <div class="pages-fields">
      <p class="note">{app.messages.say('pages_unreadable')}</p>
      <OptionFields app={app} only={['page_order', 'rotate_pages']} onChange={() => app.tool.renew([item])} />
    </div>
  );
}

interface TileProps {
  app: App;
  pages: Signal<PageList>;
  /** Position of the page in the list. */
  at: number;
  pdf: PdfPages;
  arrange: (pages: PageList) => void;
}

function Tile({ app, pages, at, pdf, arrange }: TileProps) {
  const { messages, announcer } = app;
  const page = pages.value[at];
  if (!page) return null;
  const { number, turn, isLeftOut } = page;
  const label = messages.say('page_number', { number });
  const move = (from: number, to: number) => {
    const next = movePage(pages.peek(), from, to);
    if (next === pages.peek()) return;
    arrange(next);
    const values = { name: messages.say('page_number', { number: next[to]?.number ?? 0 }), place: to + 1 };
    announcer.announce(() => messages.say('announce_moved', { ...values, count: next.length }));
  };
  const button = (key: TileButton, icon: string, act: () => void, isDisabled = false) => (
    <button
      type="button"
      class={`page-button ${key}`}
      aria-label={messages.say(key, { number })}
      aria-disabled={isDisabled}
      onClick={({ currentTarget }) => {
        if (isDisabled) return;
        act();
        // Restores the focus, because the browser removes it when the tile moves.
        requestAnimationFrame(() => currentTarget.focus());
      }}
    >
      <Icon name={icon} />
    </button>
  );
  return (
    <div
      class={isLeftOut ? 'page-tile left-out' : 'page-tile'}
      role="group"
      aria-label={label}
      draggable
      onDragStart={({ dataTransfer }) => dataTransfer?.setData(draggedPage, String(at))}
      onDragOver={(event) => {
        if (event.dataTransfer?.types.includes(draggedPage)) event.preventDefault();
      }}
      onDrop={(event) => {
        const from = event.dataTransfer?.getData(draggedPage) ?? '';
        if (from === '') return;
        event.preventDefault();
        event.stopPropagation();
        move(Number(from), at);
      }}
    >
      <div class={`page-picture turned-${turn}`}>
        <Picture pdf={pdf} number={number} label={label} />
      </div>
      <p class="page-number">
        {label}
        {isLeftOut && <span class="hidden"> {messages.say('page_is_left_out')}</span>}
      </p>
      <div class="page-buttons">
        {button('page_earlier', 'down', () => move(at, at - 1), at === 0)}
        {button('page_later', 'down', () => move(at, at + 1), at === pages.value.length - 1)}
        {button('page_turn', 'refresh', () => arrange(turnPage(pages.peek(), at)))}
        {button(isLeftOut ? 'page_take_in' : 'page_leave_out', isLeftOut ? 'add' : 'close', () =>
          arrange(togglePage(pages.peek(), at)),
        )}
      </div>
    </div>
  );
}

type TileButton = 'page_earlier' | 'page_later' | 'page_turn' | 'page_leave_out' | 'page_take_in';

/** Draws the page when it becomes visible. */
function Picture({ pdf, number, label }: { pdf: PdfPages; number: number; label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current;
    if (!element) return undefined;
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      // If a page of the PDF cannot be drawn, its picture stays empty. The number of the page is shown below the
      // picture.
      void pdf.draw(number, element, pictureSize).catch(() => undefined);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [pdf, number]);
  return <canvas ref={canvas} width={pictureSize} height={pictureSize} role="img" aria-label={label} />;
}
