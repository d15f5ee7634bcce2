/** Chapters in Vorbis comments: `CHAPTER001=00:00:01.000` and `CHAPTER001NAME=Title`. */

export interface Chapter {
  seconds: number;
  title: string;
}

/** Returns the comments that store the chapters. */
export function chapterComments(chapters: readonly Chapter[]): [name: string, values: string[]][] {
  return chapters.flatMap(({ seconds, title }, n) => {
    const name = `CHAPTER${String(n + 1).padStart(3, '0')}`;
    return [
      [name, [clock(seconds)]],
      [`${name}NAME`, [title]],
    ] as [string, string[]][];
  });
}

/** Returns the chapters in the comments, in the order of their numbers. */
export function chaptersOf(
  comments: readonly (readonly [name: string, values: readonly string[]])[],
): Chapter[] {
  const byName = new Map(comments);
  const names = [...byName.keys()].filter((name) => /^CHAPTER\d{3}$/.test(name)).toSorted();
  return names.map((name) => ({
    seconds: secondsOf(byName.get(name)?.[0] ?? ''),
    title: byName.get(`${name}NAME`)?.[0] ?? '',
  }));
}

function clock(seconds: number): string {
  const milliseconds = Math.round(seconds * 1000);
  const part = (value: number, digits: number) => String(Math.floor(value)).padStart(digits, '0');
  const whole = milliseconds / 1000;
  return `${part(whole / 3600, 2)}:${part((whole / 60) % 60, 2)}:${part(whole % 60, 2)}.${part(milliseconds % 1000, 3)}`;
}

const secondsOf = (text: string): number =>
  text.split(':').reduce((sum, part) => sum * 60 + (Number(part) || 0), 0);
