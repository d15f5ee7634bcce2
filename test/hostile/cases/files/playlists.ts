/** Playlists and scripts that have the file extension of an audio or video format. */
import { inCategory, type Fixtures, type FileCase } from '../../case.ts';

const list = (entry: string) => `#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:10.0,\n${entry}\n#EXT-X-ENDLIST\n`;

const playlists: readonly [string, FileCase['kind'], (fixtures: Fixtures) => string][] = [
  ['hls-file', 'read', ({ text }) => list(`file://${text}`)],
  ['hls-concat', 'read', ({ text, url }) => list(`concat:${url}head.m3u8|file://${text}`)],
  ['hls-subfile', 'read', ({ text }) => list(`subfile,,start,0,end,99,,:${text}`)],
  ['hls-http', 'network', ({ url }) => list(`${url}part.ts`)],
  ['hls-master', 'network', ({ url }) => `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1000\n${url}child.m3u8\n`],
  [
    'hls-key',
    'network',
    ({ url }) => list('x.ts').replace('#EXTINF', `#EXT-X-KEY:METHOD=AES-128,URI="${url}key"\n#EXTINF`),
  ],
  ['hls-self', 'resource', () => list('/job/in/in.mp4')],
  ['ffconcat', 'read', ({ picture, text }) => `ffconcat version 1.0\nfile '${picture}'\nfile '${text}'\n`],
  [
    'dash',
    'network',
    ({ url }) =>
      `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT9S"><Period><AdaptationSet mimeType="video/mp4"><Representation id="1" bandwidth="1"><BaseURL>${url}</BaseURL><SegmentList><SegmentURL media="part.mp4"/></SegmentList></Representation></AdaptationSet></Period></MPD>`,
  ],
  [
    'sdp',
    'network',
    () =>
      'v=0\no=- 0 0 IN IP4 10.1.2.3\ns=x\nc=IN IP4 10.1.2.3\nt=0 0\nm=video 9099 RTP/AVP 96\na=rtpmap:96 H264/90000\n',
  ],
  ['asx', 'network', ({ url }) => `<asx version="3.0"><entry><ref href="${url}part.wmv"/></entry></asx>`],
  ['script', 'code', ({ marker }) => `#!/bin/sh\ntouch ${marker}\n`],
];

/**
 * The false extensions under which the playlists are uploaded, and the targets for each extension. The first extension
 * is tested with every playlist, and all other extensions with only three playlists. Several extensions are necessary,
 * because the server detects some audio and video formats by their content and all other formats by the extension.
 */
const names: readonly [string, readonly string[]][] = [
  ['mp4', ['webm', 'mp3', 'jpg']],
  ['ts', ['mp4']],
  ['mp3', ['wav']],
  ['avi', ['mp4']],
];

const posing: readonly FileCase[] = playlists.flatMap(([what, kind, make]) =>
  names.flatMap(([ext, to], n) =>
    n > 0 && !['hls-file', 'hls-http', 'ffconcat'].includes(what)
      ? []
      : [
          { name: `${ext}-is-${what}`, kind, ext, to, refused: true as const, make },
          {
            name: `${ext}-is-${what}-declared`,
            kind,
            ext,
            to: to.slice(0, 1),
            fields: { source: ext },
            refused: true as const,
            make,
          },
        ],
  ),
);
export const playlistCases = inCategory('media', posing);
