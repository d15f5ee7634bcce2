import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textFormat } from './text.ts';

const guesses: readonly (readonly [text: string, ext: string | undefined])[] = [
  ['<?xml version="1.0"?><opml version="2.0"/>', 'opml'],
  ['<?xml version="1.0"?>\n<abiword xmlns="http://www.abisource.com/awml.dtd">', 'abw'],
  ['<?xml version="1.0"?><article xmlns="http://docbook.org/ns/docbook" version="5.0">', 'docbook'],
  [
    '<?xml version="1.0"?><!DOCTYPE article PUBLIC "-//OASIS//DTD DocBook XML V4.5//EN" "x.dtd"><article>',
    'docbook',
  ],
  [
    '<?xml version="1.0"?><!DOCTYPE article PUBLIC "-//NLM//DTD JATS (Z39.96) 1.2//EN" "x.dtd"><article>',
    'jats',
  ],
  ['<?xml version="1.0"?><article><title>Neither</title></article>', 'xml'],
  ['{"type": "FeatureCollection", "features": []}', 'geojson'],
  ['{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}', 'ipynb'],
  ['{"type": "Collection"}', 'json'],
  ['#define ship_width 8\n#define ship_height 8\nstatic char ship_bits[] = {', 'xbm'],
  ['#define LIMIT 8\nint main(void) {', 'txt'],
  ['# Czech\nmsgid ""\nmsgstr ""\n', 'po'],
  ['# A heading\n\nmsgid is a word\n', 'txt'],
  ['  0\nSECTION\n  2\nHEADER\n', 'dxf'],
  ['999\nby a program\n0\r\nSECTION\r\n2\r\nENTITIES\r\n', 'dxf'],
  ['0\nSECTION of prose\n', 'txt'],
  ['\u0001\u0002', undefined],
];

test('recognises a text format by its unique beginning', () => {
  for (const [text, ext] of guesses) assert.equal(textFormat(Buffer.from(text)), ext, text);
});
