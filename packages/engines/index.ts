/** The list of engines. Its order means nothing; a test keeps it equal to the folders. */
import { asciidoctorDiagrams } from './asciidoctor/diagrams.ts';
import { asciidoctor } from './asciidoctor/index.ts';
import { brotli } from './brotli/index.ts';
import { calibre } from './calibre/index.ts';
import { cardsOfPeople } from './cards/index.ts';
import { chromium } from './chromium/index.ts';
import { data } from './data/index.ts';
import { delimited } from './delimited/index.ts';
import { djvulibre } from './djvulibre/index.ts';
import { encoding } from './encoding/index.ts';
import { exr } from './exr/index.ts';
import { ezdxf } from './ezdxf/index.ts';
import { ffmpegAmr } from './ffmpeg/amr.ts';
import { ffmpegCombine } from './ffmpeg/combine.ts';
import { ffmpegImage } from './ffmpeg/image.ts';
import { ffmpeg } from './ffmpeg/index.ts';
import { ffmpegSubtitles } from './ffmpeg/subtitles.ts';
import { fluidsynth } from './fluidsynth/index.ts';
import { fontforge } from './fontforge/index.ts';
import { fonttools } from './fonttools/index.ts';
import { ghostscript } from './ghostscript/index.ts';
import { help } from './help/index.ts';
import { icns } from './icns/index.ts';
import { imagemagick } from './imagemagick/index.ts';
import { img2pdf } from './img2pdf/index.ts';
import { img2pdfRaw } from './img2pdf/raw.ts';
import { img2pdfVips } from './img2pdf/vips.ts';
import { iwork } from './iwork/index.ts';
import { libarchive } from './libarchive/index.ts';
import { libavif } from './libavif/index.ts';
import { libjxl } from './libjxl/index.ts';
import { libraw } from './libraw/index.ts';
import { libreoffice } from './libreoffice/index.ts';
import { libtiff } from './libtiff/index.ts';
import { mail } from './mail/index.ts';
import { metadataOfArchives } from './metadata/archives.ts';
import { metadataOfFonts } from './metadata/fonts.ts';
import { metadata } from './metadata/index.ts';
import { metadataOfMedia } from './metadata/media.ts';
import { metadataOfPages } from './metadata/pdf.ts';
import { msoffcrypto } from './msoffcrypto/index.ts';
import { mupdf } from './mupdf/index.ts';
import { notebook } from './notebook/index.ts';
import { ocrmypdf } from './ocrmypdf/index.ts';
import { openpyxl } from './openpyxl/index.ts';
import { pandocDiagrams } from './pandoc/diagrams.ts';
import { pandoc } from './pandoc/index.ts';
import { pandocTypst } from './pandoc/typst.ts';
import { pdfa } from './pdfa/index.ts';
import { pdfText } from './pdftext/index.ts';
import { pillow } from './pillow/index.ts';
import { placesOnMaps } from './places/index.ts';
import { poppler } from './poppler/index.ts';
import { potrace } from './potrace/index.ts';
import { qpdf } from './qpdf/index.ts';
import { repair } from './repair/index.ts';
import { repairMedia } from './repair/media.ts';
import { repairPacked } from './repair/packed.ts';
import { repairPages } from './repair/pages.ts';
import { repairPictures } from './repair/pictures.ts';
import { repairValues } from './repair/values.ts';
import { resvg } from './resvg/index.ts';
import { rsvg } from './rsvg/index.ts';
import type { Engine } from './runtime/engine.ts';
import { sevenzip } from './sevenzip/index.ts';
import { sharp } from './sharp/index.ts';
import { smallerPictures } from './sharp/smaller.ts';
import { sheetjs } from './sheetjs/index.ts';
import { siteDrawing } from './site/drawing.ts';
import { site } from './site/index.ts';
import { slides } from './slides/index.ts';
import { subtitles } from './subtitles/index.ts';
import { tesseract } from './tesseract/index.ts';
import { typst } from './typst/index.ts';
import { unar } from './unar/index.ts';
import { vips } from './vips/index.ts';
import { weasyprint } from './weasyprint/index.ts';
import { xcf } from './xcf/index.ts';

export const engines: readonly Engine[] = [
  asciidoctor,
  asciidoctorDiagrams,
  brotli,
  calibre,
  cardsOfPeople,
  chromium,
  data,
  delimited,
  djvulibre,
  encoding,
  exr,
  ezdxf,
  ffmpeg,
  ffmpegAmr,
  ffmpegCombine,
  ffmpegImage,
  ffmpegSubtitles,
  fluidsynth,
  fontforge,
  fonttools,
  ghostscript,
  help,
  icns,
  imagemagick,
  img2pdf,
  img2pdfRaw,
  img2pdfVips,
  iwork,
  libarchive,
  libavif,
  libjxl,
  libraw,
  libreoffice,
  libtiff,
  mail,
  metadata,
  metadataOfArchives,
  metadataOfFonts,
  metadataOfMedia,
  metadataOfPages,
  msoffcrypto,
  mupdf,
  notebook,
  ocrmypdf,
  openpyxl,
  pandoc,
  pandocDiagrams,
  pandocTypst,
  pdfa,
  pdfText,
  pillow,
  placesOnMaps,
  poppler,
  potrace,
  qpdf,
  repair,
  repairMedia,
  repairPacked,
  repairPages,
  repairPictures,
  repairValues,
  resvg,
  rsvg,
  sevenzip,
  sharp,
  sheetjs,
  site,
  siteDrawing,
  slides,
  smallerPictures,
  subtitles,
  tesseract,
  typst,
  unar,
  vips,
  weasyprint,
  xcf,
];
