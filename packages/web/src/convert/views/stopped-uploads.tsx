/** Uploads that were interrupted because a page was closed, with their progress and a button to resume. */
import { writePercent, writeSize } from '../state/amounts.ts';
import type { App } from '../app/app.ts';

export function StoppedUploads({ app: { queue, messages }, onFiles }: { app: App; onFiles: () => void }) {
  const stopped = queue.uploads.stopped.value;
  if (stopped.length === 0) return null;
  return (
    <section class="recent" aria-labelledby="stopped-heading">
      <div class="recent-head">
        <h2 id="stopped-heading">{messages.say('stopped_uploads')}</h2>
      </div>
      <ul class="recent-rows">
        {stopped.map(({ file, name, size, sent }) => (
          <li key={file} class="stopped">
            <div>
              <bdi class="stopped-name">{name}</bdi>
              <p class="note">
                {messages.say('stopped_at', {
                  percent: writePercent(sent / size, messages.language),
                  size: writeSize(size, messages.language),
                })}
              </p>
            </div>
            <button
              type="button"
              class="button small"
              aria-label={messages.say('choose_file', { name })}
              onClick={onFiles}
            >
              {messages.say('choose_files')}
            </button>
            <button
              type="button"
              class="button quiet small"
              aria-label={messages.say('remove_file', { name })}
              onClick={() => queue.uploads.forget(file)}
            >
              {messages.say('clear')}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
