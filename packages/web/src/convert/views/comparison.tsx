/** Shows a result on top of its source, with a slider between them and the sizes of both. */
import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { writeSize } from '../state/amounts.ts';
import type { Messages } from '../messages.ts';

interface Both<Value> {
  before: Value;
  after: Value;
}

interface ComparisonProps {
  messages: Messages;
  isVideo: boolean;
  urls: Both<string>;
  names: Both<string>;
  sizes: Both<number>;
  /** Called if the browser cannot show the source file. */
  onUnreadable: () => void;
}

/**
 * Maximum difference between the positions of the two videos, in seconds. If the positions differ by more than this
 * maximum, the page synchronizes the videos.
 */
const maxDrift = 0.15;

export function Comparison({ messages, isVideo, urls, names, sizes, onUnreadable }: ComparisonProps) {
  const stage = useRef<HTMLDivElement>(null);
  const videos = useRef<Partial<Record<keyof Both<unknown>, HTMLVideoElement | null>>>({});
  const isPlaying = useSignal(false);

  const toggle = () => {
    const { before, after } = videos.current;
    if (!before || !after) return;
    isPlaying.value = !isPlaying.peek();
    before.currentTime = after.currentTime;
    for (const video of [before, after]) {
      if (isPlaying.peek()) void video.play();
      else video.pause();
    }
  };
  const align = () => {
    const { before, after } = videos.current;
    if (before && after && Math.abs(before.currentTime - after.currentTime) > maxDrift)
      before.currentTime = after.currentTime;
  };
  const videoOf = (which: keyof Both<unknown>) => (
    <video
      ref={(element) => {
        videos.current[which] = element;
      }}
      class={`compare-${which}`}
      src={urls[which]}
      muted
      loop
      playsInline
      aria-label={names[which]}
      {...(which === 'after' ? { onTimeUpdate: align } : { onError: onUnreadable })}
    />
  );
  const size = (bytes: number) => writeSize(bytes, messages.language);
  return (
    <div class="compare">
      <div ref={stage} class="compare-pictures" dir="ltr">
        {isVideo ? videoOf('after') : <img src={urls.after} alt={names.after} />}
        {isVideo ? (
          videoOf('before')
        ) : (
          <img class="compare-before" src={urls.before} alt={names.before} onError={onUnreadable} />
        )}
        <input
          type="range"
          min="0"
          max="100"
          defaultValue="50"
          aria-label={messages.say('compare')}
          onInput={({ currentTarget }) =>
            stage.current?.style.setProperty('--split', `${currentTarget.value}%`)
          }
        />
      </div>
      <div class="compare-sizes" dir="ltr">
        <span class="note">
          {messages.say('before')}: {size(sizes.before)}
        </span>
        {isVideo && (
          <button type="button" class="button small" onClick={toggle}>
            {messages.say(isPlaying.value ? 'pause' : 'play')}
          </button>
        )}
        <span class="note">
          {messages.say('after')}: {size(sizes.after)}
        </span>
      </div>
    </div>
  );
}
