/**
 * Makes videos that take longer to convert than any test waits. Making a video takes only 1 second, because FFmpeg
 * encodes a short video and repeats it without encoding.
 */
import { run } from '../../samples/run.ts';

/** Number of repetitions, and length of the repeated part in seconds. */
const [times, seconds] = [30, 4];

/**
 * Writes a video to `file`, which must end in `.mp4`. `picture` contains parameters of FFmpeg's test source `testsrc2`:
 * `size=…:rate=…`.
 */
export async function writeLongVideo(file: string, picture: string): Promise<void> {
  const part = `${file}.part.mp4`;
  const source = ['-f', 'lavfi', '-i', `testsrc2=${picture}:duration=${seconds}`];
  const coder = ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '40'];
  await run('/usr/bin/ffmpeg', ['-v', 'error', ...source, ...coder, part]);
  const again = ['-stream_loop', String(times - 1), '-i', part, '-c', 'copy'];
  await run('/usr/bin/ffmpeg', ['-v', 'error', ...again, file]);
}
