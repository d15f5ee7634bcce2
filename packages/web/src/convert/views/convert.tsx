/** The complete tool: a drop area and, once files are added, the card and the list. */
import { useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { App } from '../app/app.ts';
import { chosenFiles, droppedFiles, pastedFiles } from '../state/dropped.ts';
import { DropArea } from './drop-area.tsx';
import { FileList } from './file-list.tsx';
import { RecentList } from './recent-list.tsx';
import { StoppedUploads } from './stopped-uploads.tsx';
import { PairOptions, TargetCard } from './target-card.tsx';
import { VisitList } from './visit-list.tsx';

export function Convert({ app }: { app: App }) {
  const { tool, queue, messages, announcer } = app;
  const input = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const isEmpty = tool.items.value.length === 0;

  useEffect(() => takeFromPage(app), [app]);
  useSignalEffect(() => {
    document.documentElement.toggleAttribute('data-files', tool.items.value.length > 0);
  });
  useTitle(app);

  const take = ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
    app.add(chosenFiles(currentTarget.files ?? []));
    // Resets the field, so that the same file can be chosen again after it was removed.
    currentTarget.value = '';
  };

  return (
    <div class={isEmpty ? 'tool-empty' : 'tool-files'} onDragOver={(event) => event.preventDefault()}>
      <input
        ref={input}
        id="files"
        class="hidden"
        type="file"
        multiple
        tabIndex={-1}
        aria-label={messages.say('choose_files')}
        onChange={take}
      />
      <input
        ref={(element) => {
          folder.current = element;
          element?.setAttribute('webkitdirectory', '');
        }}
        class="hidden"
        type="file"
        multiple
        tabIndex={-1}
        aria-hidden="true"
        onChange={take}
      />
      {isEmpty ? (
        <>
          <DropArea
            app={app}
            onFiles={() => input.current?.click()}
            onFolder={() => folder.current?.click()}
          />
          <PairOptions app={app} />
          <VisitList app={app} />
          <StoppedUploads app={app} onFiles={() => input.current?.click()} />
          <RecentList app={app} />
        </>
      ) : (
        <>
          <TargetCard app={app} onFiles={() => input.current?.click()} />
          <FileList app={app} />
          <VisitList app={app} />
        </>
      )}
      <p class="hidden" aria-live="polite">
        {announcer.text.value}
      </p>
      <p class="hidden" role="alert">
        {queue.isOffline.value && messages.say('offline')}
      </p>
    </div>
  );
}

/** Adds files that are dropped or pasted anywhere on the page, and text that is pasted outside of text fields. */
function takeFromPage(app: App): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const root = document.documentElement;
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true;
  addEventListener(
    'dragover',
    (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      root.toggleAttribute('data-dropping', true);
    },
    { signal },
  );
  addEventListener(
    'dragleave',
    ({ relatedTarget }) => {
      if (!relatedTarget) root.toggleAttribute('data-dropping', false);
    },
    { signal },
  );
  addEventListener(
    'drop',
    (event) => {
      root.toggleAttribute('data-dropping', false);
      if (!event.dataTransfer || !hasFiles(event)) return;
      event.preventDefault();
      void droppedFiles(event.dataTransfer).then(app.add);
    },
    { signal },
  );
  addEventListener(
    'paste',
    ({ target, clipboardData }) => {
      if (!clipboardData) return;
      const { files, types } = clipboardData;
      const isInField = target instanceof Element && target.closest('input, textarea') !== null;
      // If the pasted data contains text, the focused text field handles the paste, even if the data also contains a
      // picture. For copied text, office programs also put a picture into the clipboard.
      if (isInField && (files.length === 0 || types.includes('text/plain'))) return;
      app.add(pastedFiles({ files, getData: () => clipboardData.getData('text/plain') }));
    },
    { signal },
  );
  return () => controller.abort();
}

/** Shows `(3/20) Converting …` in the title while an item is active. */
function useTitle({ tool, messages }: App): void {
  const title = useRef(document.title);
  useSignalEffect(() => {
    const items = tool.work.value;
    const running = items.filter((item) => item.isRunning.value);
    const done = items.length - running.length;
    document.title =
      running.length > 0
        ? `(${done}/${items.length}) ${messages.say('converting')} · Protean`
        : title.current;
  });
}
