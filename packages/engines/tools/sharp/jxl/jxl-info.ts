/** Reads jxlinfo's output about the frames of a JPEG XL. */

export const isAnimationInJxlInfo = (told: string): boolean => told.startsWith('JPEG XL animation');

/** Returns the delay of each frame in milliseconds, or an empty list for a still picture. */
export function delaysInJxlInfo(told: string): number[] {
  if (!isAnimationInJxlInfo(told)) return [];
  const lines = told.split('\n').filter((line) => line.startsWith('frame:'));
  return lines.map((line) => Number(/duration: ([\d.]+) ms/.exec(line)?.[1] ?? 0));
}
