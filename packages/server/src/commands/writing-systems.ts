/** The writing systems in everyday use, with a sample of each and the Debian package of its font. */

export interface WritingSystem {
  name: string;
  sample: string;
  debian: string;
}

const [core, cjk, emoji] = ['fonts-noto-core', 'fonts-noto-cjk', 'fonts-noto-color-emoji'];

export const writingSystems: readonly WritingSystem[] = [
  { name: 'Latin', sample: 'Straße Łódź', debian: core },
  { name: 'Greek', sample: 'Ελληνικά', debian: core },
  { name: 'Cyrillic', sample: 'Русский', debian: core },
  { name: 'Armenian', sample: 'Հայերեն', debian: core },
  { name: 'Georgian', sample: 'ქართული', debian: core },
  { name: 'Hebrew', sample: 'עברית', debian: core },
  { name: 'Arabic', sample: 'العربية', debian: core },
  { name: 'Devanagari', sample: 'हिन्दी', debian: core },
  { name: 'Bengali', sample: 'বাংলা', debian: core },
  { name: 'Gurmukhi', sample: 'ਪੰਜਾਬੀ', debian: core },
  { name: 'Gujarati', sample: 'ગુજરાતી', debian: core },
  { name: 'Oriya', sample: 'ଓଡ଼ିଆ', debian: core },
  { name: 'Tamil', sample: 'தமிழ்', debian: core },
  { name: 'Telugu', sample: 'తెలుగు', debian: core },
  { name: 'Kannada', sample: 'ಕನ್ನಡ', debian: core },
  { name: 'Malayalam', sample: 'മലയാളം', debian: core },
  { name: 'Sinhala', sample: 'සිංහල', debian: core },
  { name: 'Thai', sample: 'ภาษาไทย', debian: core },
  { name: 'Lao', sample: 'ລາວ', debian: core },
  { name: 'Burmese', sample: 'မြန်မာ', debian: core },
  { name: 'Khmer', sample: 'ខ្មែរ', debian: core },
  { name: 'Ethiopic', sample: 'አማርኛ', debian: core },
  { name: 'Chinese', sample: '汉字漢字', debian: cjk },
  { name: 'Japanese', sample: 'ひらがなカタカナ', debian: cjk },
  { name: 'Korean', sample: '한국어', debian: cjk },
  { name: 'Emoji', sample: '😀🎉🚀', debian: emoji },
];
