/** Checks that pictures keep colour properties: profiles, CMYK, transparency, and more than 8 bits per channel. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { run } from '../../../samples/run.ts';
import type { OptionValues, Observation } from '../workbench.ts';
import { outputOf } from '../measure.ts';
import { assertColour, earth, made, red, seen, white } from './pillow.ts';
import { magickProgram } from '@protean/engines/contract/imagemagick-programs.ts';

const profiles: Observation = {
  description:
    'a colour profile is kept if the target supports one, and otherwise the colours are converted to sRGB',
  see: async (lab) => {
    for (const from of ['jpg', 'png', 'tiff']) {
      const wide = await made(lab, 'profiled', `wide.${from}`, 'a98.icc');
      const { profile } = await seen(wide);
      for (const to of ['jpg', 'png', 'webp', 'tiff'].filter((ext) => ext !== from)) {
        const kept = await seen(await lab.converted(from, to, {}, wide));
        assert.equal(kept.profile, profile, `${from} to ${to}`);
      }
      for (const to of ['gif', 'bmp', 'ppm', 'tga', 'jp2', 'qoi']) {
        const { pixels, profile: left } = await seen(await lab.converted(from, to, {}, wide), '9,9');
        assert.equal(left, null, `${from} to ${to}`);
        assertColour(pixels[0], earth, `${from} to ${to}`);
      }
    }
  },
};

const inks: Observation = {
  description: 'CMYK pictures keep their colours when they are converted to RGB, with and without a profile',
  see: async (lab) => {
    for (const profile of ['yes', 'no']) {
      for (const from of ['jpg', 'tiff']) {
        const ink = await made(lab, 'ink', `ink-${profile}.${from}`, profile);
        for (const to of ['png', 'webp', 'gif', 'bmp', 'avif', 'heic']) {
          const { mode, pixels } = await seen(await lab.converted(from, to, {}, ink), '9,9');
          assert.notEqual(mode, 'CMYK');
          // Without a profile, converters have to guess the colours of the inks.
          assertColour(
            pixels[0],
            earth,
            `${from} to ${to}, profile: ${profile}`,
            profile === 'yes' ? 16 : 36,
          );
        }
      }
    }
  },
};

const covered: Observation = {
  description:
    'transparency is kept if the target supports it, and otherwise becomes white or the requested colour',
  see: async (lab) => {
    const clear = await made(lab, 'clear', 'clear.png');
    for (const from of ['png', 'webp', 'tiff', 'gif', 'heic', 'tga', 'ico', 'jxl']) {
      const source = from === 'png' ? clear : await lab.converted('png', from, {}, clear);
      for (const [background, due] of [
        [undefined, white],
        ['#1e14dc', [30, 20, 220]],
      ] as const) {
        const asked: OptionValues = background === undefined ? {} : { background };
        const { pixels } = await seen(await lab.converted(from, 'jpg', asked, source), '6,20', '34,20');
        assertColour(pixels[0], due, `${from} on ${background ?? 'nothing asked'}`);
        assertColour(pixels[1], red, `${from}, what is not clear`);
      }
    }
    for (const to of ['webp', 'tiff', 'avif', 'heic', 'jxl', 'gif', 'tga', 'ico', 'psd', 'apng', 'qoi']) {
      const kept = await lab.converted('png', to, {}, clear);
      const back = await lab.converted(to, 'png', {}, kept);
      assert.equal((await seen(back, '6,20')).pixels[0]?.[3], 0, `clear as ${to}`);
    }
  },
};

const deep: Observation = {
  description: '16 bits per channel are kept if the target supports them',
  see: async (lab) => {
    const ramp = path.join(lab.dir, 'ramp.png');
    // Draws thousands of very similar shades of gray. With 8 bits per channel, only about 12 shades remain different.
    await run(magickProgram('convert'), [
      ...['-size', '64x64', '-seed', '3', 'plasma:gray40-gray44', '-colorspace', 'Gray', '-depth', '16'],
      ...['-type', 'TrueColor', `PNG48:${ramp}`],
    ]);
    const shades = async (file: string) =>
      Number(await outputOf(magickProgram('identify'), ['-format', '%k', file]));
    assert.ok((await shades(ramp)) > 500);
    for (const to of ['tiff', 'jp2', 'psd', 'ppm', 'pam', 'miff', 'jxl']) {
      const options: OptionValues = to === 'jp2' || to === 'jxl' ? { lossless: 'true' } : {};
      const kept = await lab.converted('png', to, options, ramp);
      const shown = to === 'jxl' ? `${kept}.png` : kept;
      if (to === 'jxl') await run('/usr/bin/djxl', [kept, shown]);
      assert.ok((await shades(shown)) > 500, `${await shades(shown)} shades as ${to}`);
      assert.ok((await shades(await lab.converted(to, 'png', {}, kept))) > 500, `back from ${to}`);
    }
    assert.ok((await shades(await lab.converted('png', 'jpg', {}, ramp))) < 300);
  },
};

export const colours: readonly Observation[] = [profiles, inks, covered, deep];
