/** The film every video sample shows: black for an instant, then red, green and blue for a second each, marked in a corner. */

export const scene = {
  width: 160,
  height: 120,
  framesPerSecond: 25,
  seconds: 3,
  /** Seconds of black at the start, as films have them. */
  black: 0.4,
  /** One a second; all of them dark enough to come out black where there is only black and white. */
  colours: [
    [200, 50, 40],
    [30, 120, 50],
    [50, 60, 200],
  ],
  /** A white square on each coloured frame, so that a picture turned or mirrored is noticed; pixels from the top left. */
  mark: { at: 16, side: 24 },
} as const;

/** All frames, 8 bits each of red, green and blue. */
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
