/** The list of engines; a test keeps it equal to the folder. */
import type { Engine } from './engine.ts';
import { delimited } from './delimited.ts';
import { libreoffice } from './libreoffice.ts';
import { pandoc } from './pandoc.ts';
import { asciidoctor } from './asciidoctor.ts';
import { djvulibre } from './djvulibre.ts';
import { ghostscript } from './ghostscript.ts';
import { msoffcrypto } from './msoffcrypto.ts';
import { mupdf } from './mupdf.ts';
import { poppler } from './poppler.ts';
import { weasyprint } from './weasyprint.ts';
import { exr } from './exr.ts';
import { ffmpegImage } from './ffmpeg-image.ts';
import { iconv } from './iconv.ts';
import { icns } from './icns.ts';
import { imagemagick } from './imagemagick.ts';
import { img2pdf } from './img2pdf.ts';
import { libraw } from './libraw.ts';
import { potrace } from './potrace.ts';
import { qpdf } from './qpdf.ts';
import { rsvg } from './rsvg.ts';
import { vips } from './vips.ts';
import { ffmpeg } from './ffmpeg.ts';
import { ffmpegAmr } from './ffmpeg-amr.ts';
import { ffmpegSubtitles } from './ffmpeg-subtitles.ts';
import { fluidsynth } from './fluidsynth.ts';
import { data } from './data.ts';
import { mail } from './mail.ts';
import { cardsOfPeople } from './cards.ts';
import { placesOnMaps } from './places.ts';
import { notebook } from './notebook.ts';
import { iwork } from './iwork.ts';
import { openpyxl } from './openpyxl.ts';
import { subtitles } from './subtitles.ts';
import { sharp } from './sharp.ts';
import { brotli } from './brotli.ts';
import { calibre } from './calibre.ts';
import { fontforge } from './fontforge.ts';
import { fonttools } from './fonttools.ts';
import { libarchive } from './libarchive.ts';
import { sevenzip } from './sevenzip.ts';
import { slides } from './slides.ts';
import { typst } from './typst.ts';
import { unar } from './unar.ts';

export const engines: readonly Engine[] = [
  data,
  mail,
  iwork,
  openpyxl,
  placesOnMaps,
  cardsOfPeople,
  notebook,
  ffmpeg,
  ffmpegAmr,
  ffmpegSubtitles,
  fluidsynth,
  subtitles,
  vips,
  qpdf,
  rsvg,
  potrace,
  libraw,
  img2pdf,
  imagemagick,
  iconv,
  icns,
  ffmpegImage,
  exr,
  delimited,
  libreoffice,
  pandoc,
  sharp,
  asciidoctor,
  djvulibre,
  ghostscript,
  msoffcrypto,
  mupdf,
  poppler,
  weasyprint,
  brotli,
  calibre,
  fontforge,
  fonttools,
  libarchive,
  sevenzip,
  slides,
  typst,
  unar,
];
