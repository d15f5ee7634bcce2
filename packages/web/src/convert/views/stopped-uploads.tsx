/** Uploads that a closed page left behind: how far they came, and a way to go on. */
import { writePercent, writeSize } from '../state/amounts.ts';
import type { App } from '../app/app.ts';

export function StoppedUploads({ app: { queue, words }, onFiles }: { app: App; onFiles: () => void }) {
  const stopped = queue.uploads.stopped.value;
  if (stopped.length === 0) return null;
  return (
    <section class="recent" aria-labelledby="stopped-heading">
      <div class="recent-head">
        <h2 id="stopped-heading">{words.say('stopped_uploads')}</h2>
      </div>
      <ul class="recent-rows">
        {stopped.map(({ file, name, size, sent }) => (
          <li key={file} class="stopped">
            <div>
              <bdi class="stopped-name">{name}</bdi>
              <p class="note">
                {words.say('stopped_at', {
                  percent: writePercent(sent / size, words.language),
                  size: writeSize(size, words.language),
                })}
              </p>
            </div>
            <button
              type="button"
              class="button small"
              aria-label={words.say('choose_file', { name })}
              onClick={onFiles}
            >
              {words.say('choose_files')}
            </button>
            <button
              type="button"
              class="button quiet small"
              aria-label={words.say('remove_file', { name })}
              onClick={() => queue.uploads.forget(file)}
            >
              {words.say('clear')}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
