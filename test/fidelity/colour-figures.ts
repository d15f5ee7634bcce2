/** Generates the section of docs/fidelity.md about colours. */

/**
 * Largest differences between expected and actual sample values, on a scale from 0 to 255. With COLOUR_SHARES=1,
 * colour-pictures.test.ts and colour-videos.test.ts in test/results measure the differences.
 */
const figures: readonly (readonly [source: string, exact: number, lossy: number])[] = [
  ['png with gAMA, cHRM or cICP', 1, 3],
  ['jpg, png and tiff with Adobe RGB', 2, 3],
  ['gray with gAMA or a profile', 1, 8],
  ['CMYK with a profile', 9, 17],
  ['avif, heic and jxl with Display P3, BT.709 and BT.601', 1, 1],
  ['avif, heic, jxl and png with PQ and HLG', 2, 3],
  ['qoi with linear light', 1, 2],
  ['videos with BT.601, BT.709, BT.2020, full range and RGB', 2, 4],
  ['videos with PQ and HLG', 2, 3],
];

export function colourFigures(): string {
  return `## Colours

\`COLOUR_SHARES=1 node --test test/results/*/colour-*.test.ts\` converts patches of known colours to every picture and video format. The
sources declare their colours in every way that their formats allow. Without \`COLOUR_SHARES\`, the test covers only some of the targets,
and the selection changes each day. An independent reader decodes each result, using the colour profile or colour declaration in that
result. The table shows the largest difference between an expected and an actual colour value, on a scale from 0 to 255. The table has
one column for lossless targets and one for lossy targets.

| from | lossless | lossy |
| --- | --- | --- |
${figures.map((row) => `| ${row.join(' | ')} |`).join('\n')}

- If the target supports ICC profiles (jpg, png, webp, tiff, avif, heic, jxl, pdf), a wide SDR colour space is kept as an embedded profile.
  For targets without ICC profiles, colours are converted to sRGB. Linear samples, and samples with a gray or CMYK profile, are always
  converted to sRGB.
- Still pictures keep a high dynamic range (PQ, HLG) in avif and heic with 10 bits, and in jxl with 16 bits. In exr and hdr results, the
  values of a high dynamic range are stored as amounts of light relative to reference white. A png keeps the high dynamic range only if the
  source is also a png. Pictures in all other formats lose their high dynamic range when they are converted to png. Most programs ignore cICP, the chunk that declares the dynamic range of a png, so Protean converts pictures from other formats to sRGB.
- If the target is apng or another picture format that is not named above, a high dynamic range is converted to sRGB, with the warning \`hdr_reduced\`. Colours below 85% of
  reference white (203 cd/m²) stay exact. Reference white becomes the pixel value 247, and brighter colours up to 10,000 cd/m² are compressed into the pixel values above 247. If a frame comes from a video or animation with a high dynamic range, it is converted to sRGB in every picture format.
- Values brighter than white in exr, hdr and floating-point tiff sources are kept if the target is exr or hdr. If the target is not exr or hdr, values brighter than white are compressed like the bright parts of a high dynamic range, with the warning \`hdr_reduced\`. The attribute \`chromaticities\` of an exr states
  its primaries. An exr without \`chromaticities\` is read with the sRGB primaries.
- Debian 12's libheif does not write the code points that declare the colours, so Protean adds these code points to heic files.
- If the target supports the encoding of the source's video stream, the stream is copied without re-encoding. For example, a video keeps its
  high dynamic range in a conversion from mp4 to mkv. Videos that are re-encoded become SDR.
- Videos that do not declare their colours are read as BT.709 if they are at least 1280 pixels wide or 577 pixels high, and otherwise as
  BT.601. Video players also choose between BT.709 and BT.601 depending on the size of the video.
- Gain maps in photos (Ultra HDR, Apple, ISO 21496-1) are left out, with the warning \`content_left_out\`.
`;
}
