/** How often a moving picture is shown, in the two formats that only ffmpeg turns into others. */

/** Nought is for ever. */
export function playsOf(ext: string, file: Buffer): number {
  return ext === 'apng' ? apngPlays(file) : gifPlays(file);
}

function apngPlays(file: Buffer): number {
  const control = file.indexOf('acTL', 8, 'latin1');
  return control < 0 ? 0 : file.readUInt32BE(control + 8);
}

/** A GIF counts how often it is shown again; one that does not is shown once. */
function gifPlays(file: Buffer): number {
  const extension = file.indexOf('NETSCAPE2.0\x03\x01', 0, 'latin1');
  if (extension < 0) return 1;
  const again = file.readUInt16LE(extension + 13);
  return again === 0 ? 0 : again + 1;
}

/** The number by which ffmpeg writes a GIF of so many plays. */
export function gifLoops(plays: number): number {
  return plays === 1 ? -1 : Math.max(0, plays - 1);
}
