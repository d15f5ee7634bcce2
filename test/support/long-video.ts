/** Films that take longer to encode than any test waits, made in a second: a few seconds that are copied behind each other. */
import { run } from '../samples/run.ts';

/** So often, and so many seconds of it. */
const [times, seconds] = [30, 4];

/** Writes one to `file`, which ends in `.mp4`; `picture` is what the test picture is to be, `size=…:rate=…`. */
export async function writeLongVideo(file: string, picture: string): Promise<void> {
  const part = `${file}.part.mp4`;
  const source = ['-f', 'lavfi', '-i', `testsrc2=${picture}:duration=${seconds}`];
  const coder = ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '40'];
  await run('/usr/bin/ffmpeg', ['-v', 'error', ...source, ...coder, part]);
  const again = ['-stream_loop', String(times - 1), '-i', part, '-c', 'copy'];
  await run('/usr/bin/ffmpeg', ['-v', 'error', ...again, file]);
}
