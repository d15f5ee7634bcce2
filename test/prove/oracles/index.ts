/**
 * The oracles by category of the target format. An oracle checks the result of a conversion with an independent tool.
 */
import type { Category } from '@protean/formats/format.ts';
import type { Oracle } from '../oracle.ts';
import { checkArchive } from './archives/archive.ts';
import { checkAudio } from './media/audio.ts';
import { checkData } from './data/data.ts';
import { checkDocument } from './documents/document.ts';
import { checkEbook } from './books/ebook.ts';
import { checkFont } from './fonts/font.ts';
import { checkImage } from './pictures/image.ts';
import { checkSpreadsheet } from './data/spreadsheet.ts';
import { checkSubtitle } from './media/subtitle.ts';
import { checkVideo } from './media/video.ts';

export const oracles: Readonly<Record<Category, Oracle>> = {
  archive: checkArchive,
  audio: checkAudio,
  data: checkData,
  document: checkDocument,
  ebook: checkEbook,
  font: checkFont,
  image: checkImage,
  spreadsheet: checkSpreadsheet,
  subtitle: checkSubtitle,
  video: checkVideo,
};
