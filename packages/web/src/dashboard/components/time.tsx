/** A moment in a sentence: how long ago it was or will be, and the exact time where it is pointed at. */
import type { Word, Messages } from '../messages.ts';

interface TimeProps {
  messages: Messages;
  /** Says it around `{when}`; without it the moment alone. */
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
