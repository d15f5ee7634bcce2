/** Reads jxlinfo's output about the frames of a JPEG XL. */

export const isAnimationInJxlInfo = (info: string): boolean => info.startsWith('JPEG XL animation');

/** Returns the delay of each frame in milliseconds, or an empty list for a still picture. */
export function delaysInJxlInfo(info: string): number[] {
  if (!isAnimationInJxlInfo(info)) return [];
  const lines = info.split('\n').filter((line) => line.startsWith('frame:'));
  return lines.map((line) => Number(/duration: ([\d.]+) ms/.exec(line)?.[1] ?? 0));
}
