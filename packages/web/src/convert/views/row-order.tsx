/** Lets the user change the order of the files to combine, with buttons or by dragging rows. */
import type { App } from '../app/app.ts';
import { Icon } from './icon.tsx';
import type { Item } from '../state/item.ts';

export function RowOrder({ app, item }: { app: App; item: Item }) {
  const { tool, messages } = app;
  const items = tool.items.value;
  const at = items.indexOf(item);
  const isBusy = tool.combined.value?.isRunning.value === true;
  const button = (to: number, word: 'move_up' | 'move_down') => (
    <button
      type="button"
      class={`order-button ${word}`}
      aria-label={messages.say(word, { name: item.name })}
      aria-disabled={isBusy || to < 0 || to >= items.length}
      onClick={({ currentTarget }) => {
        if (isBusy) return;
        moveTo(app, item, to);
        // Restores the focus, because the browser removes it when the row moves.
        requestAnimationFrame(() => currentTarget.focus());
      }}
    >
      <Icon name="down" />
    </button>
  );
  return (
    <div class="row-order">
      <span class="order-number">{at + 1}</span>
      {button(at - 1, 'move_up')}
      {button(at + 1, 'move_down')}
    </div>
  );
}

export function moveTo({ tool, messages, announcer }: App, item: Item, to: number): void {
  if (!tool.move(item, to)) return;
  const count = tool.items.peek().length;
  announcer.announce(() => messages.say('announce_moved', { name: item.name, place: to + 1, count }));
}
