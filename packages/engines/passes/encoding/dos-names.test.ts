import assert from 'node:assert/strict';
import iconv from 'iconv-lite';
import { test } from 'node:test';
import { codePageOf } from './dos-names.ts';

const names: readonly [codec: string, names: string][] = [
  ['cp932', '会議資料/見積書.txt\n会議資料/写真 2024年.txt'],
  ['cp932', '新しいフォルダー/メモ.txt'],
  ['cp932', '表紙.txt'],
  ['cp932', 'テスト.txt'],
  ['cp932', 'IMG アルバム 2.jpg'],
  ['gb18030', '文档/会议记录.txt\n新建文本文档.txt'],
  ['gb18030', '简历.txt'],
  ['big5hkscs', '文件/會議記錄.txt\n新增資料夾/報告書.txt'],
  ['cp949', '문서/회의록.txt\n새 폴더/사진.txt'],
  ['cp866', 'Документы/Отчёт за год.txt\nФотографии/Лето.txt'],
  ['cp866', 'Привет.txt'],
  ['cp850', 'Übersicht/Größe ändern.txt\nStraße.txt'],
  ['cp850', 'Müller.txt'],
  ['cp850', 'Été/Résumé à garder.txt'],
  ['cp850', 'étés à la plage.txt\ngâteau.doc'],
  ['cp850', 'Señor Muñoz.pdf'],
  ['cp852', 'Zażółć gęślą jaźń.txt\nŁódź/Żółw.txt'],
  ['cp852', 'Příliš žluťoučký kůň.txt'],
];

for (const [codec, text] of names) {
  test(`detects the encoding ${codec} from the file names ${text.replace('\n', ', ')}`, () => {
    const bytes = iconv.encode(text, codec === 'big5hkscs' ? 'big5' : codec);
    assert.equal(codePageOf(bytes).codec, codec);
  });
}

test('marks the code page as a guess if the file names fit several code pages', () =>
  assert.equal(codePageOf(iconv.encode('Müller.txt', 'cp850')).certain, false));
