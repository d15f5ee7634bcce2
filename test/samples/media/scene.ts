/**
 * The scene in all video samples: 3 seconds of red, green and blue, 1 second each. The first 0.4 seconds are black, and
 * all later frames have a white mark near the top left corner.
 */

export const scene = {
  width: 160,
  height: 120,
  framesPerSecond: 25,
  seconds: 3,
  /** Seconds of black at the start, as usual in videos. */
  black: 0.4,
  /** One colour per second, dark enough to become black in black-and-white formats. */
  colours: [
    [200, 50, 40],
    [30, 120, 50],
    [50, 60, 200],
  ],
  /**
   * A white square on each coloured frame, in pixels from the top left. The position of the square shows whether a
   * conversion rotated or mirrored the frame.
   */
  mark: { at: 16, side: 24 },
} as const;

/** Returns all frames, with 8 bits for each of red, green and blue. */
export function sceneFrames(): Buffer {
  const count = scene.seconds * scene.framesPerSecond;
  return Buffer.concat(Array.from({ length: count }, (_, n) => frame(n / scene.framesPerSecond)));
}

function frame(seconds: number): Buffer {
  const { width, height, mark } = scene;
  const pixels = Buffer.alloc(width * height * 3);
  if (seconds < scene.black) return pixels;
  const colour = scene.colours[Math.floor(seconds)] ?? [0, 0, 0];
  pixels.fill(Buffer.from(colour));
  for (let y = mark.at; y < mark.at + mark.side; y += 1) {
    const start = (y * width + mark.at) * 3;
    pixels.fill(255, start, start + mark.side * 3);
  }
  return pixels;
}
