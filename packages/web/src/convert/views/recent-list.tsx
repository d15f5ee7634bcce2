/** Lists the name and size of the last conversions, which are stored only in this browser. */
import { writeSize } from '../state/amounts.ts';
import type { App } from '../app/app.ts';

const shown = 5;

export function RecentList({ app: { tool, messages } }: { app: App }) {
  const recent = tool.memory.recent.value;
  if (recent.length === 0) return null;
  return (
    <section class="recent" aria-labelledby="recent-heading">
      <div class="recent-head">
        <h2 id="recent-heading">{messages.say('recent')}</h2>
        <button type="button" class="button quiet small" onClick={() => tool.memory.clearRecent()}>
          {messages.say('clear')}
        </button>
      </div>
      <ul class="recent-rows">
        {recent.slice(0, shown).map(({ name, result, size, at }) => (
          <li key={at + result}>
            <bdi>{name}</bdi>
            <span class="muted">
              <bdi>{result}</bdi> · {writeSize(size, messages.language)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
