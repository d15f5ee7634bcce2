/** A point in time relative to now, with the exact time as a tooltip. */
import type { Word, Messages } from '../messages.ts';

interface TimeProps {
  messages: Messages;
  /** Message around `{when}`. Without it only the time is shown. */
  word?: Word;
  at: string;
}

export function Time({ messages, word, at }: TimeProps) {
  const when = messages.relative(at);
  return (
    <time dateTime={at} title={messages.time(at)}>
      {word ? messages.say(word, { when }) : when}
    </time>
  );
}
