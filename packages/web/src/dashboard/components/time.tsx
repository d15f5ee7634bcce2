/** A moment in a sentence: how long ago it was or will be, and the exact time where it is pointed at. */
import type { Word, Words } from '../words.ts';

interface TimeProps {
  words: Words;
  /** Says it around `{when}`; without it the moment alone. */
  word?: Word;
  at: string;
}

export function Time({ words, word, at }: TimeProps) {
  const when = words.relative(at);
  return (
    <time dateTime={at} title={words.time(at)}>
      {word ? words.say(word, { when }) : when}
    </time>
  );
}
