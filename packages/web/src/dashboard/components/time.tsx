/** A point in time, relative to now. A tooltip shows the exact time. */
import type { Word, Messages } from '../messages.ts';

interface TimeProps {
  messages: Messages;
  /** Message that contains `{when}`. By default, only the time is shown. */
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
