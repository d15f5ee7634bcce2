/** Reads the properties of an audio or video file with MediaInfo, which shares no code with FFmpeg. */
import { run } from '../../../samples/run.ts';

export interface MediaInfo {
  title: string;
  /** Duration in seconds. NaN if MediaInfo does not report the duration. */
  seconds: number;
  width: number;
  height: number;
  sounds: number;
}

interface MediaTrack {
  Format?: string;
  '@type': string;
  Title?: string;
  Duration?: string;
  Width?: string;
  Height?: string;
}

export async function mediaInfo(file: string): Promise<MediaInfo> {
  const { stdout } = await run('/usr/bin/mediainfo', ['--Output=JSON', file]);
  const { media } = JSON.parse(stdout.toString()) as { media?: { track: MediaTrack[] } };
  const tracks = media?.track ?? [];
  const general = tracks.find((track) => track['@type'] === 'General');
  const video = tracks.find((track) => track['@type'] === 'Video');
  return {
    // MediaInfo joins several titles with ` / `. This function returns only the first title of the file.
    title: general?.Title?.split(' / ')[0] ?? '',
    seconds: lengthOf(tracks, general),
    width: Number(video?.Width),
    height: Number(video?.Height),
    sounds: tracks.filter((track) => track['@type'] === 'Audio').length,
  };
}

/**
 * Returns the duration in seconds. For a transport stream, returns the duration of the longest track. The duration of
 * the whole file would be too long, because MediaInfo 25 measures the duration from the start of the stream's clock,
 * before the first frame.
 */
function lengthOf(tracks: readonly MediaTrack[], general: MediaTrack | undefined): number {
  if (general?.Format !== 'BDAV' && general?.Format !== 'MPEG-TS') return Number(general?.Duration);
  return Math.max(
    ...tracks.filter((track) => track !== general).map(({ Duration = NaN }) => Number(Duration)),
  );
}
