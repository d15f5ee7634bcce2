/** Generates pseudo-random text from a seed. The same seed always gives the same text. */

const vocabularies = {
  en: 'harbour lantern copper river meadow signal winter garden bridge market engine window letter forest silver wagon pepper island timber velvet compass kettle thunder orchard pencil saddle mirror anchor barley candle'.split(
    ' ',
  ),
  ar: 'كتاب مدينة نهر جبل شجرة سفينة طريق سماء بحر حديقة مدرسة قمر ليل باب نافذة مطر ريح حجر ذهب سوق'.split(
    ' ',
  ),
  he: 'ספר עיר נהר הר עץ ספינה דרך שמים ים גן בית ירח לילה דלת חלון גשם רוח אבן זהב שוק'.split(' '),
  zh: '港口 灯笼 河流 草地 信号 冬天 花园 桥梁 市场 引擎 窗户 信件 森林 白银 马车 岛屿 木材 罗盘 水壶 雷声'.split(
    ' ',
  ),
} as const;

export type Language = keyof typeof vocabularies;

export class SeededText {
  readonly language: Language;
  #state: number;

  constructor(seed: number, language: Language = 'en') {
    this.#state = seed * 2654435761 + 12345;
    this.language = language;
  }

  /** Returns an integer from 0 to `below` - 1. */
  number(below: number): number {
    this.#state = (Math.imul(this.#state, 1664525) + 1013904223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * below);
  }

  word(): string {
    const words = vocabularies[this.language];
    return words[this.number(words.length)] ?? '';
  }

  words(count: number): string {
    const space = this.language === 'zh' ? '' : ' ';
    return Array.from({ length: count }, () => this.word()).join(space);
  }

  /** Returns `least` to `most` words with an initial capital, as in headings and table cells. */
  phrase(least = 1, most = 3): string {
    const text = this.words(least + this.number(most - least + 1));
    return text.charAt(0).toUpperCase() + text.slice(1);
  }

  sentence(): string {
    return this.phrase(6, 16) + (this.language === 'zh' ? '。' : '.');
  }

  paragraph(least = 2, most = 6): string {
    const space = this.language === 'zh' ? '' : ' ';
    return Array.from({ length: least + this.number(most - least + 1) }, () => this.sentence()).join(space);
  }

  amount(): string {
    return `${this.number(900) + 10}.${String(this.number(100)).padStart(2, '0')}`;
  }
}
