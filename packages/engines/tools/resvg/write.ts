/** Converts the PNG of a drawing to the target format, with the requested options. */
import { prepared, writePicture, type PictureStep } from '../sharp/picture.ts';

export async function writeDrawn(step: PictureStep, drawn: string): Promise<void> {
  await writePicture(await prepared(step, drawn), step, step.output);
}
