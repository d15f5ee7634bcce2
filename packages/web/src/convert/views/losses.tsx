/** Shows what each file will lose when it is converted to its target. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { App } from '../app/app.ts';
import { loadLossMessages, type WriteLosses } from '../loss-messages.ts';

export function Losses({ app: { tool, messages } }: { app: App }) {
  const loaded = useSignal<{ write: WriteLosses } | undefined>(undefined);
  useEffect(() => {
    void loadLossMessages(messages.language).then((write) => {
      loaded.value = { write };
    });
  }, []);
  const losses = tool.losses.value;
  const [first] = losses;
  if (!first || !loaded.value) return null;
  const { write } = loaded.value;
  // If the files have different formats, the losses are shown as a list, and each entry names its format.
  const formats = new Set(tool.items.value.map((item) => item.format.value?.ext));
  if (losses.length === 1 && formats.size === 1)
    return <p class="note losses">{write(first.source, first.target, first.loses)}</p>;
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
