/** What is noted of a picture besides itself. */
export interface Notes {
  /** As a block of EXIF, with or without the six bytes that JPEG puts in front. */
  exif?: Buffer | undefined;
  xmp?: Buffer | undefined;
}
