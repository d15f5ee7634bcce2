/** Shows how the losses of the files' routes affect the results. */
import type { App } from '../app/app.ts';
import type { WriteLosses } from '../loss-messages.ts';

export function Losses({ app: { tool, messages }, write }: { app: App; write: WriteLosses }) {
  const losses = tool.losses.value;
  const [first] = losses;
  if (!first) return null;
  if (losses.length === 1) return <p class="note losses">{write(first.source, first.target, first.loses)}</p>;
  return (
    <ul class="note losses">
      {losses.map(({ source, target, loses }) => (
        <li key={`${source.ext} ${target.ext}`}>
          {messages.say('loses_of', { source: source.name, notices: write(source, target, loses) })}
        </li>
      ))}
    </ul>
  );
}
