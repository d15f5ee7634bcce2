/** The last conversions, by name and size, which this browser alone knows. */
import { writeSize } from '../state/amounts.ts';
import type { App } from '../app/app.ts';

const shown = 5;

export function RecentList({ app: { tool, words } }: { app: App }) {
  const recent = tool.memory.recent.value;
  if (recent.length === 0) return null;
  return (
    <section class="recent" aria-labelledby="recent-heading">
      <div class="recent-head">
        <h2 id="recent-heading">{words.say('recent')}</h2>
        <button type="button" class="button quiet small" onClick={() => tool.memory.clearRecent()}>
          {words.say('clear')}
        </button>
      </div>
      <ul class="recent-rows">
        {recent.slice(0, shown).map(({ name, result, size, at }) => (
          <li key={at + result}>
            <bdi>{name}</bdi>
            <span class="muted">
              <bdi>{result}</bdi>, {writeSize(size, words.language)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
