/**
 * Makes the samples: excerpts of each text in each of its usual encodings. The excerpts have 3 lengths and begin at 10
 * positions.
 */
import { charactersOf, languages, textIn } from './texts.ts';

export const lengths = [40, 400, 4000] as const;

export interface Sample {
  language: string;
  encoding: string;
  length: (typeof lengths)[number];
  text: string;
  bytes: Buffer;
}

const places = 10;

/** Returns all excerpts that are not pure ASCII. */
export async function samples(): Promise<Sample[]> {
  const all = await Promise.all(
    languages.map(async (language) => {
      const text = await textIn(language);
      return language.encodings.flatMap((encoding) => {
        const characters = charactersOf(text, encoding);
        return lengths.flatMap((length) =>
          Array.from({ length: places }, (_, place) => {
            const from = Math.floor((characters.length * place) / places);
            return { language: language.name, encoding, length, ...piece(characters, from, length) };
          }),
        );
      });
    }),
  );
  return all.flat().filter(({ bytes }) => bytes.some((byte) => byte > 127));
}

/**
 * Returns the characters from index `from`, up to `length` bytes in total. If the characters end before the piece has
 * `length` bytes, continues with the first character.
 */
function piece(characters: readonly (readonly [string, Buffer])[], from: number, length: number) {
  const taken: (readonly [string, Buffer])[] = [];
  let size = 0;
  for (let n = from; ; n += 1) {
    const next = characters[n % characters.length];
    if (!next || size + next[1].length > length) break;
    taken.push(next);
    size += next[1].length;
  }
  return {
    text: taken.map(([letter]) => letter).join(''),
    bytes: Buffer.concat(taken.map(([, bytes]) => bytes)),
  };
}
