/** The identifying members of containers that several formats share: entry names, stream names, brands, codecs. */
import type { FileView } from './file-view.ts';
import { oleMarks } from './ole.ts';
import { zipMarks } from './zip.ts';

export type ContainerName = 'zip' | 'ole' | 'iso-media' | 'ebml' | 'riff' | 'ogg' | 'form';

/** One row per container: how it is recognised, and the marks of its members. */
export const containers: Readonly<
  Record<
    ContainerName,
    { is(head: Buffer): boolean; marks(view: FileView): Promise<readonly string[]> | readonly string[] }
  >
> = {
  zip: { is: (head) => startsWith(head, 'PK\x03\x04') || startsWith(head, 'PK\x05\x06'), marks: zipMarks },
  ole: { is: (head) => head.subarray(0, 8).equals(Buffer.from('d0cf11e0a1b11ae1', 'hex')), marks: oleMarks },
  'iso-media': {
    is: (head) => ['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip'].includes(ascii(head, 4, 8)),
    marks: ({ head }) => brands(head),
  },
  ebml: {
    is: (head) => head.subarray(0, 4).equals(Buffer.from('1a45dfa3', 'hex')),
    marks: ({ head }) => ['webm', 'matroska'].filter((type) => head.subarray(0, 64).includes(type)),
  },
  riff: {
    is: (head) => ['RIFF', 'RF64', 'RIFX'].includes(ascii(head, 0, 4)),
    marks: ({ head }) => [ascii(head, 8, 12)],
  },
  form: { is: (head) => startsWith(head, 'FORM'), marks: ({ head }) => [ascii(head, 8, 12)] },
  ogg: { is: (head) => startsWith(head, 'OggS'), marks: ({ head }) => oggCodecs(head) },
};

const ascii = (bytes: Buffer, from: number, to: number) => bytes.toString('latin1', from, to);

const startsWith = (head: Buffer, text: string) => ascii(head, 0, text.length) === text;

/** The major brand, then the compatible ones. A file without `ftyp` is an old QuickTime file. */
function brands(head: Buffer): string[] {
  if (ascii(head, 4, 8) !== 'ftyp') return ['qt  '];
  const end = Math.min(head.readUInt32BE(0), head.length, 256);
  const found = [ascii(head, 8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) found.push(ascii(head, at, at + 4));
  return found;
}

function oggCodecs(head: Buffer): string[] {
  const first = head.subarray(0, 4096);
  // Video codecs come first: a file with video and audio is a video.
  return ['theora', 'OpusHead', 'vorbis', 'Speex', 'FLAC'].filter((codec) => first.includes(codec));
}
