/** Names of tags: TagLib's names for every container, the names in warnings, and FFmpeg's names. */

interface TagRow {
  /** TagLib's name of the tag. */
  tag: string;
  /** Name of the tag in warnings. */
  words: string;
  /**
   * Alternative names of the tag, in lower case: FFmpeg's names, and names of ID3 frames and MP4 atoms that FFmpeg does
   * not translate.
   */
  also?: readonly string[];
}

const rows: readonly TagRow[] = [
  { tag: 'TITLE', words: 'title' },
  { tag: 'SUBTITLE', words: 'subtitle', also: ['tit3'] },
  { tag: 'ARTIST', words: 'artist', also: ['author'] },
  { tag: 'ALBUM', words: 'album' },
  { tag: 'ALBUMARTIST', words: 'album artist', also: ['album_artist', 'album artist', 'aart'] },
  { tag: 'COMPOSER', words: 'composer', also: ['imus'] },
  { tag: 'LYRICIST', words: 'lyricist', also: ['text'] },
  { tag: 'CONDUCTOR', words: 'conductor', also: ['tpe3', 'performer_conductor'] },
  { tag: 'REMIXER', words: 'remixer', also: ['tpe4'] },
  { tag: 'GENRE', words: 'genre' },
  { tag: 'DATE', words: 'date', also: ['year', 'tyer', 'tdrc', 'date_recorded'] },
  { tag: 'ORIGINALDATE', words: 'original date', also: ['tdor', 'tory', 'originalyear'] },
  { tag: 'RELEASEDATE', words: 'release date', also: ['tdrl'] },
  { tag: 'CREATION_TIME', words: 'creation time' },
  { tag: 'TRACKNUMBER', words: 'track number', also: ['track', 'part_number'] },
  { tag: 'TRACKTOTAL', words: 'number of tracks', also: ['totaltracks', 'total_parts'] },
  { tag: 'DISCNUMBER', words: 'disc number', also: ['disc'] },
  { tag: 'DISCTOTAL', words: 'number of discs', also: ['totaldiscs'] },
  { tag: 'COMMENT', words: 'comment' },
  { tag: 'DESCRIPTION', words: 'description', also: ['podcastdesc'] },
  { tag: 'COPYRIGHT', words: 'copyright' },
  { tag: 'ENCODEDBY', words: 'encoded by', also: ['encoded_by', 'tenc'] },
  { tag: 'LANGUAGE', words: 'language' },
  { tag: 'LYRICS', words: 'lyrics', also: ['unsyncedlyrics', 'uslt'] },
  { tag: 'BPM', words: 'tempo', also: ['tbpm', 'tmpo', 'ibpm'] },
  { tag: 'INITIALKEY', words: 'key', also: ['tkey', 'key', 'initial_key'] },
  { tag: 'MOOD', words: 'mood', also: ['tmoo'] },
  { tag: 'COMPILATION', words: 'compilation', also: ['tcmp'] },
  { tag: 'TITLESORT', words: 'sort title', also: ['title-sort', 'sort_name', 'tsot'] },
  { tag: 'ARTISTSORT', words: 'sort artist', also: ['artist-sort', 'sort_artist', 'tsop'] },
  { tag: 'ALBUMSORT', words: 'sort album', also: ['album-sort', 'sort_album', 'tsoa'] },
  {
    tag: 'ALBUMARTISTSORT',
    words: 'sort album artist',
    also: ['album_artist-sort', 'sort_album_artist', 'tso2'],
  },
  { tag: 'COMPOSERSORT', words: 'sort composer', also: ['composer-sort', 'sort_composer', 'tsoc'] },
  { tag: 'ISRC', words: 'ISRC', also: ['tsrc'] },
  { tag: 'LABEL', words: 'label', also: ['label_code'] },
  { tag: 'PUBLISHER', words: 'publisher', also: ['tpub'] },
  { tag: 'GROUPING', words: 'grouping', also: ['grp1'] },
  { tag: 'WORK', words: 'work', also: ['tit1'] },
  { tag: 'MEDIA', words: 'medium', also: ['tmed'] },
  { tag: 'REPLAYGAIN_TRACK_GAIN', words: 'ReplayGain', also: ['replaygain_gain'] },
  { tag: 'REPLAYGAIN_TRACK_PEAK', words: 'ReplayGain peak', also: ['replaygain_peak'] },
  { tag: 'REPLAYGAIN_ALBUM_GAIN', words: 'album ReplayGain' },
  { tag: 'REPLAYGAIN_ALBUM_PEAK', words: 'album ReplayGain peak' },
  { tag: 'ITUNNORM', words: 'iTunes volume', also: ['comment:itunnorm', 'itunnorm'] },
  { tag: 'ITUNSMPB', words: 'gapless playback', also: ['comment:itunsmpb', 'itunsmpb'] },
  { tag: 'TIMECODE', words: 'timecode' },
  { tag: 'TIME_REFERENCE', words: 'time reference' },
  { tag: 'ORIGINATOR_REFERENCE', words: 'originator reference' },
  { tag: 'CODING_HISTORY', words: 'coding history' },
  { tag: 'UMID', words: 'UMID' },
  { tag: 'PODCAST', words: 'podcast' },
  { tag: 'PODCASTURL', words: 'podcast address', also: ['purl'] },
  { tag: 'MAKE', words: 'camera make', also: ['com.apple.quicktime.make'] },
  { tag: 'MODEL', words: 'camera model', also: ['com.apple.quicktime.model'] },
  { tag: 'LOCATION', words: 'place', also: ['location-eng', 'com.apple.quicktime.location.iso6709'] },
];

const canonical = new Map(
  rows.flatMap(({ tag, also = [] }) => [tag, ...also].map((name) => [name.toLowerCase(), tag] as const)),
);
const words = new Map(rows.map((row) => [row.tag, row.words]));

/** Returns TagLib's name of the tag that a container or FFmpeg calls `name`. */
export function tagName(name: string): string {
  const lower = name.toLowerCase().replace(/^(unsynced)?lyrics-.*$/, 'lyrics');
  return canonical.get(lower) ?? name.toUpperCase();
}

/** Returns the name by which a warning mentions a tag. */
export const tagWords = (tag: string): string => words.get(tag) ?? tag.toLowerCase();

/** Returns whether the table lists the tag. */
export const isUsual = (tag: string): boolean => words.has(tag);

/**
 * Returns whether the tag describes a container or an encoder. A tag that describes a container or an encoder is not
 * copied into another file.
 */
export const isStructural = (tag: string): boolean => structural.test(tag);

const structural =
  /^(MAJOR_BRAND|MINOR_VERSION|COMPATIBLE_BRANDS|ENCODER|ENCODING|ENCODERSETTINGS|ENCODING_TOOL|HANDLER_NAME|VENDOR_ID|DURATION|(_STATISTICS|BPS|NUMBER_OF)\w*|LENGTH|TLEN|TSSE|ITUNSMPB|COMPATIBILITYITERATIONVERSION|DEVICECONFORMANCETEMPLATE|IS(VBR|_PROTECTED|_TRUSTED)|WM\/ENCODINGSETTINGS|WMFSDK(VERSION|NEEDED)|ALPHA_MODE|CHAPTER\d{3}(NAME|URL)?|METADATA_BLOCK_PICTURE|COVERART(MIME)?|GAPLESS_PLAYBACK|ID3V2_PRIV.*)$/;
