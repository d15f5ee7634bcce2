/** Explains why no data arrives at present, and when requests continue. */
import { useSignal, useSignalEffect } from '@preact/signals';
import { writeCountdown } from '../../convert/state/amounts.ts';
import { Icon } from '../../convert/views/icon.tsx';
import type { App } from '../app/app.ts';

export function ConnectionNotice({ app: { api, messages } }: { app: App }) {
  const now = useSignal(Date.now());
  useSignalEffect(() => {
    if (api.waitsUntil.value === undefined) return undefined;
    now.value = Date.now();
    const timer = setInterval(() => (now.value = Date.now()), 500);
    return () => clearInterval(timer);
  });
  const until = api.waitsUntil.value;
  const connection = api.connection.value;
  if (until === undefined && connection === 'fine') return null;
  if (until !== undefined) {
    // Screen readers must not announce the countdown, which changes each second.
    return (
      <div class="notice warning">
        <Icon name="clock" />
        <p aria-live="off">{messages.say('throttled', { time: writeCountdown(until - now.value) })}</p>
      </div>
    );
  }
  return (
    <div class="notice warning" role="alert">
      <Icon name="alert" />
      <p>{messages.say(connection === 'offline' ? 'offline' : 'away')}</p>
      <button type="button" class="button small" onClick={() => api.wake()}>
        {messages.say('try_now')}
      </button>
    </div>
  );
}
