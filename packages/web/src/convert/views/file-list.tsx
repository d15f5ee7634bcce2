/** The list of files, with actions that apply to all listed files. */
import { useSignal } from '@preact/signals';
import type { App } from '../app/app.ts';
import { CombinedRow } from './combined-row.tsx';
import { FileRow } from './file-row.tsx';

export function FileList({ app }: { app: App }) {
  const { tool, queue, messages } = app;
  const isPacking = useSignal(false);
  const items = tool.items.value;
  const work = tool.work.value;
  const done = work.filter((item) => item.state.value.kind === 'done');
  const running = work.filter((item) => item.isRunning.value);
  const combined = tool.isCombining.value ? tool.combined.value : undefined;

  const downloadAll = async () => {
    isPacking.value = true;
    try {
      const { zipOf } = await import('../send/zip.ts');
      save(await zipOf(items), 'converted.zip');
    } finally {
      isPacking.value = false;
    }
  };

  return (
    <section class="files" aria-labelledby="files-heading">
      <div class="files-head">
        <h2 id="files-heading">{messages.say('files')}</h2>
        {!tool.isCombining.value && (
          <span class="note">{messages.say('done_count', { done: done.length, count: items.length })}</span>
        )}
        <div class="files-actions">
          {running.length > 1 && (
            <button
              type="button"
              class="button quiet small"
              onClick={() => {
                for (const item of running) queue.cancel(item);
              }}
            >
              {messages.say('cancel_all')}
            </button>
          )}
          {done.length > 1 && (
            <button
              type="button"
              class={tool.isOver.value ? 'button solid small' : 'button quiet small'}
              aria-disabled={isPacking.value}
              onClick={() => void downloadAll()}
            >
              {messages.say(isPacking.value ? 'packing' : 'download_all')}
            </button>
          )}
        </div>
      </div>
      {combined && <CombinedRow app={app} item={combined} />}
      <ul class={tool.isCombining.value ? 'rows in-order' : 'rows'}>
        {items.map((item) => (
          <FileRow key={item.id} app={app} item={item} />
        ))}
      </ul>
    </section>
  );
}

function save(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // After 60 s the browser has started the download, so the URL is no longer needed.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
