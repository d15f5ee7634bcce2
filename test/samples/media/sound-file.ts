/** Writes audio files with the two tones byte by byte, so that these samples depend on no tool. */
import { tonePcm, tones } from './tones.ts';

const frameBytes = 4;

function words(...values: [bytes: 1 | 2 | 4 | 8, value: number][]): Buffer {
  return Buffer.concat(
    values.map(([bytes, value]) => {
      const word = Buffer.alloc(8);
      word.writeBigUInt64LE(BigInt(value));
      return word.subarray(0, bytes);
    }),
  );
}

/** Encodes numbers as big-endian bytes. */
const bigWords = (...values: Parameters<typeof words>) =>
  Buffer.concat(values.map((value) => Buffer.from(words(value)).reverse()));

const text = (value: string) => Buffer.from(value, 'latin1');

/** Returns a chunk of RIFF (little-endian) or IFF (big-endian): name, length and content, padded to an even length. */
function chunk(name: string, content: Buffer, order: 'little' | 'big' = 'little'): Buffer {
  const length = (order === 'little' ? words : bigWords)([4, content.length]);
  return Buffer.concat([text(name), length, content, Buffer.alloc(content.length % 2)]);
}

const pcmHeader = () =>
  words([2, 1], [2, 2], [4, tones.rate], [4, tones.rate * frameBytes], [2, frameBytes], [2, 16]);

export function wav(): Buffer {
  const info = Buffer.concat([
    text('INFO'),
    chunk('INAM', text(`${tones.title}\0`)),
    chunk('IART', text(`${tones.artist}\0`)),
  ]);
  const chunks = [chunk('fmt ', pcmHeader()), chunk('LIST', info), chunk('data', tonePcm())];
  return chunk('RIFF', Buffer.concat([text('WAVE'), ...chunks]));
}

export function aiff(): Buffer {
  // The rate 44,100 as a 10-byte extended float.
  const rate = Buffer.from('400eac44000000000000', 'hex');
  const common = Buffer.concat([bigWords([2, 2], [4, tones.seconds * tones.rate], [2, 16]), rate]);
  const sound = Buffer.concat([bigWords([4, 0], [4, 0]), tonePcm('big')]);
  const chunks = [
    chunk('COMM', common, 'big'),
    chunk('NAME', text(tones.title), 'big'),
    chunk('AUTH', text(tones.artist), 'big'),
    chunk('SSND', sound, 'big'),
  ];
  return chunk('FORM', Buffer.concat([text('AIFF'), ...chunks]), 'big');
}

export function au(): Buffer {
  const samples = tonePcm('big');
  const linear16 = 3;
  const header = bigWords([4, 24], [4, samples.length], [4, linear16], [4, tones.rate], [4, 2]);
  return Buffer.concat([text('.snd'), header, samples]);
}

export function caf(): Buffer {
  const rate = Buffer.alloc(8);
  rate.writeDoubleBE(tones.rate);
  const description = Buffer.concat([
    rate,
    text('lpcm'),
    bigWords([4, 0], [4, frameBytes], [4, 1], [4, 2], [4, 16]),
  ]);
  const wide = (name: string, content: Buffer) =>
    Buffer.concat([text(name), bigWords([8, content.length]), content]);
  const samples = Buffer.concat([bigWords([4, 0]), tonePcm('big')]);
  return Buffer.concat([
    text('caff'),
    bigWords([2, 1], [2, 0]),
    wide('desc', description),
    wide('data', samples),
  ]);
}

export function w64(): Buffer {
  const guid = { riff: '726966662e91cf11a5d628db04c10000', tail: 'f3acd3118cd100c04f8edb8a' };
  const name = (value: string) => Buffer.concat([text(value), Buffer.from(guid.tail, 'hex')]);
  const wide = (value: string, content: Buffer) =>
    Buffer.concat([
      name(value),
      words([8, content.length + 24]),
      content,
      Buffer.alloc((8 - (content.length % 8)) % 8),
    ]);
  const body = Buffer.concat([name('wave'), wide('fmt ', pcmHeader()), wide('data', tonePcm())]);
  return Buffer.concat([Buffer.from(guid.riff, 'hex'), words([8, body.length + 24]), body]);
}

export function voc(): Buffer {
  const samples = tonePcm();
  const [version, headerBytes] = [0x0114, 26];
  const header = words([2, headerBytes], [2, version], [2, (~version + 0x1234) & 0xffff]);
  const signed16 = 4;
  const description = words([4, tones.rate], [1, 16], [1, 2], [2, signed16], [4, 0]);
  const block = Buffer.concat([
    words([1, 9]),
    words([4, description.length + samples.length]).subarray(0, 3),
    description,
    samples,
  ]);
  return Buffer.concat([text('Creative Voice File\x1a'), header, block, Buffer.from([0])]);
}

/** Returns a MIDI file in which an organ plays both pitches at once: A above middle C, and the E above that. */
export function midi(): Buffer {
  const [a, e, loud] = [69, 76, 100];
  const ticks = 480;
  const longest = Buffer.from([0x80 | ((ticks * 6) >> 7), (ticks * 6) & 0x7f]);
  const drawbarOrgan = 16;
  const events = Buffer.concat([
    ...[
      [0, 0xc0, drawbarOrgan],
      [0, 0x90, a, loud],
      [0, 0x90, e, loud],
    ].map((event) => Buffer.from(event)),
    longest,
    ...[
      [0x80, a, 0],
      [0, 0x80, e, 0],
      [0, 0xff, 0x2f, 0],
    ].map((event) => Buffer.from(event)),
  ]);
  return Buffer.concat([
    chunk('MThd', bigWords([2, 0], [2, 1], [2, ticks]), 'big'),
    ...[text('MTrk'), bigWords([4, events.length]), events],
  ]);
}
