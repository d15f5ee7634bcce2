/**
 * Grey lines that are shown while content is loading. For the grey lines, screen readers announce the message that
 * content is loading.
 */
import type { Messages } from '../messages.ts';

export function Skeleton({ messages, lines = 3 }: { messages: Messages; lines?: number }) {
  return (
    <div class="skeleton">
      <span class="hidden">{messages.say('loading')}</span>
      {Array.from({ length: lines }, (_, n) => (
        <div key={n} class="skeleton-line" />
      ))}
    </div>
  );
}
