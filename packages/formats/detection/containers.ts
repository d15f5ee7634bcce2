/** Reads the marks that identify the format inside a container: entry names, stream names, brands or codecs. */
import { ascii, fromAscii, fromHex, indexOf, startsWith as startsWithBytes, u32be } from './bytes.ts';
import type { FileBytes } from './file-bytes.ts';
import { oleMarks } from './ole.ts';
import { zipMarks } from './zip.ts';

export type ContainerName = 'zip' | 'ole' | 'iso-media' | 'ebml' | 'riff' | 'ogg' | 'form';

/**
 * One row per container. `is` checks the signature of the container. `marks` returns the marks that identify the format
 * inside the container.
 */
export const containers: Readonly<
  Record<
    ContainerName,
    { is(head: Uint8Array): boolean; marks(view: FileBytes): Promise<readonly string[]> | readonly string[] }
  >
> = {
  zip: { is: (head) => startsWith(head, 'PK\x03\x04') || startsWith(head, 'PK\x05\x06'), marks: zipMarks },
  ole: { is: (head) => startsWithBytes(head, ole), marks: oleMarks },
  'iso-media': {
    is: (head) => ['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip'].includes(ascii(head, 4, 8)),
    marks: ({ head }) => brands(head),
  },
  ebml: {
    is: (head) => startsWithBytes(head, ebml),
    marks: ({ head }) => ['webm', 'matroska'].filter((type) => holds(head.subarray(0, 64), type)),
  },
  riff: {
    is: (head) => ['RIFF', 'RF64', 'RIFX'].includes(ascii(head, 0, 4)),
    marks: ({ head }) => [ascii(head, 8, 12)],
  },
  form: { is: (head) => startsWith(head, 'FORM'), marks: ({ head }) => [ascii(head, 8, 12)] },
  ogg: { is: (head) => startsWith(head, 'OggS'), marks: ({ head }) => oggCodecs(head) },
};

const ole = fromHex('d0cf11e0a1b11ae1');
const ebml = fromHex('1a45dfa3');

const holds = (bytes: Uint8Array, text: string) => indexOf(bytes, fromAscii(text)) >= 0;

const startsWith = (head: Uint8Array, text: string) => ascii(head, 0, text.length) === text;

/** Returns the major brand and then the compatible brands. A file without `ftyp` is an old QuickTime file. */
function brands(head: Uint8Array): string[] {
  if (ascii(head, 4, 8) !== 'ftyp') return ['qt  '];
  const end = Math.min(u32be(head, 0), head.length, 256);
  const found = [ascii(head, 8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) found.push(ascii(head, at, at + 4));
  return found;
}

function oggCodecs(head: Uint8Array): string[] {
  const first = head.subarray(0, 4096);
  // Video codecs come first, because a file with video and audio is a video.
  return ['theora', 'OpusHead', 'vorbis', 'Speex', 'FLAC'].filter((codec) => holds(first, codec));
}
