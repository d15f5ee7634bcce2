/** The oracle of each target category. */
import type { Category } from '@protean/formats/format.ts';
import type { Oracle } from '../oracle.ts';
import { checkArchive } from './archive.ts';
import { checkAudio } from './audio.ts';
import { checkData } from './data.ts';
import { checkDocument } from './document.ts';
import { checkEbook } from './ebook.ts';
import { checkFont } from './font.ts';
import { checkImage } from './image.ts';
import { checkSpreadsheet } from './spreadsheet.ts';
import { checkSubtitle } from './subtitle.ts';
import { checkVideo } from './video.ts';

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
