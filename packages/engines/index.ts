/** The list of all engines, in no particular order. A test checks that the list contains the engines of all folders. */
import { chm } from './codecs/chm/index.ts';
import { contacts } from './codecs/contacts/index.ts';
import { data } from './codecs/data/index.ts';
import { delimited } from './codecs/delimited/index.ts';
import { document } from './codecs/document/index.ts';
import { geo } from './codecs/geo/index.ts';
import { htmlArchiveDrawing } from './codecs/html_archive/drawing.ts';
import { htmlArchive } from './codecs/html_archive/index.ts';
import { icns } from './codecs/icns/index.ts';
import { invoices } from './codecs/invoices/index.ts';
import { iwork } from './codecs/iwork/index.ts';
import { mail } from './codecs/mail/index.ts';
import { notebook } from './codecs/notebook/index.ts';
import { pdfText } from './codecs/pdftext/index.ts';
import { slides } from './codecs/slides/index.ts';
import { subtitles } from './codecs/subtitles/index.ts';
import { xcf } from './codecs/xcf/index.ts';
import type { Engine } from './contract/engine.ts';
import { encoding } from './passes/encoding/index.ts';
import { metadataOfArchives } from './passes/metadata/archives.ts';
import { metadataOfFonts } from './passes/metadata/fonts.ts';
import { metadata } from './passes/metadata/index.ts';
import { metadataOfMedia } from './passes/metadata/media.ts';
import { metadataOfPages } from './passes/metadata/pdf.ts';
import { opendocumentLock } from './passes/opendocument_lock/index.ts';
import { pdfPictures } from './passes/pdf_pictures/index.ts';
import { pdfa } from './passes/pdfa/index.ts';
import { redaction } from './passes/redaction/index.ts';
import { repair } from './passes/repair/index.ts';
import { repairMedia } from './passes/repair/media.ts';
import { repairPacked } from './passes/repair/packed.ts';
import { repairPages } from './passes/repair/pages.ts';
import { repairPictures } from './passes/repair/pictures.ts';
import { repairValues } from './passes/repair/values.ts';
import { asciidoctorDiagrams } from './tools/asciidoctor/diagrams.ts';
import { asciidoctor } from './tools/asciidoctor/index.ts';
import { brotli } from './tools/brotli/index.ts';
import { calibreDrawings } from './tools/calibre/drawings.ts';
import { calibre } from './tools/calibre/index.ts';
import { chromium } from './tools/chromium/index.ts';
import { djvulibre } from './tools/djvulibre/index.ts';
import { exr } from './tools/exr/index.ts';
import { ezdxf } from './tools/ezdxf/index.ts';
import { ffmpegAmr } from './tools/ffmpeg/amr.ts';
import { ffmpegCombine } from './tools/ffmpeg/combine.ts';
import { ffmpegImage } from './tools/ffmpeg/image.ts';
import { ffmpeg } from './tools/ffmpeg/index.ts';
import { ffmpegSubtitles } from './tools/ffmpeg/subtitles.ts';
import { fluidsynth } from './tools/fluidsynth/index.ts';
import { fontforge } from './tools/fontforge/index.ts';
import { fonttools } from './tools/fonttools/index.ts';
import { ghostscript } from './tools/ghostscript/index.ts';
import { imagemagick } from './tools/imagemagick/index.ts';
import { img2pdf } from './tools/img2pdf/index.ts';
import { img2pdfRaw } from './tools/img2pdf/raw.ts';
import { img2pdfVips } from './tools/img2pdf/vips.ts';
import { libarchive } from './tools/libarchive/index.ts';
import { libavif } from './tools/libavif/index.ts';
import { libjxl } from './tools/libjxl/index.ts';
import { libraw } from './tools/libraw/index.ts';
import { libreofficeDrawings } from './tools/libreoffice/drawings.ts';
import { libreoffice } from './tools/libreoffice/index.ts';
import { libtiff } from './tools/libtiff/index.ts';
import { msoffcrypto } from './tools/msoffcrypto/index.ts';
import { mupdf } from './tools/mupdf/index.ts';
import { ocrmypdf } from './tools/ocrmypdf/index.ts';
import { openpyxl } from './tools/openpyxl/index.ts';
import { pandocDiagrams } from './tools/pandoc/diagrams.ts';
import { pandoc } from './tools/pandoc/index.ts';
import { pandocTypst } from './tools/pandoc/typst.ts';
import { pikepdf } from './tools/pikepdf/index.ts';
import { pikepdfSplit } from './tools/pikepdf/split.ts';
import { scans } from './tools/scans/index.ts';
import { pikepdfReading } from './tools/pikepdf/reading.ts';
import { pikepdfSigning } from './tools/pikepdf/signing.ts';
import { pillow } from './tools/pillow/index.ts';
import { poppler } from './tools/poppler/index.ts';
import { potrace } from './tools/potrace/index.ts';
import { qpdfCombine } from './tools/qpdf/combine.ts';
import { qpdf } from './tools/qpdf/index.ts';
import { resvg } from './tools/resvg/index.ts';
import { rsvg } from './tools/rsvg/index.ts';
import { sevenzip } from './tools/sevenzip/index.ts';
import { sharp } from './tools/sharp/index.ts';
import { smallerPictures } from './tools/sharp/smaller.ts';
import { sheetjs } from './tools/sheetjs/index.ts';
import { tesseract } from './tools/tesseract/index.ts';
import { typst } from './tools/typst/index.ts';
import { unar } from './tools/unar/index.ts';
import { vips } from './tools/vips/index.ts';
import { weasyprint } from './tools/weasyprint/index.ts';

export const engines: readonly Engine[] = [
  asciidoctor,
  asciidoctorDiagrams,
  brotli,
  calibre,
  calibreDrawings,
  chm,
  chromium,
  contacts,
  data,
  delimited,
  document,
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
  geo,
  ghostscript,
  htmlArchive,
  htmlArchiveDrawing,
  icns,
  imagemagick,
  img2pdf,
  img2pdfRaw,
  img2pdfVips,
  invoices,
  iwork,
  libarchive,
  libavif,
  libjxl,
  libraw,
  libreoffice,
  libreofficeDrawings,
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
  opendocumentLock,
  openpyxl,
  pandoc,
  pandocDiagrams,
  pandocTypst,
  pdfa,
  pdfPictures,
  pdfText,
  pikepdf,
  pikepdfSplit,
  pikepdfReading,
  scans,
  pikepdfSigning,
  pillow,
  poppler,
  potrace,
  qpdf,
  qpdfCombine,
  redaction,
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
