/** The results of this visit that are no longer shown in a row, each with a download link. */
import { writeSize } from '../state/amounts.ts';
import type { App } from '../app/app.ts';

export function VisitList({ app: { tool, messages } }: { app: App }) {
  const results = tool.visit.results.value;
  if (results.length === 0) return null;
  return (
    <section class="recent" aria-labelledby="visit-heading">
      <div class="recent-head">
        <h2 id="visit-heading">{messages.say('visit')}</h2>
        <button type="button" class="button quiet small" onClick={() => tool.visit.clear()}>
          {messages.say('clear')}
        </button>
      </div>
      <ul class="recent-rows">
        {results.map(({ name, size, url }) => (
          <li key={url} class="visit-row">
            <bdi>{name}</bdi>
            <span class="muted">{writeSize(size, messages.language)}</span>
            <a
              class="button small"
              href={url}
              download={name}
              aria-label={messages.say('download_file', { name })}
            >
              {messages.say('download')}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
