"""Digit widths and row heights of fonts as Excel measures them, regardless of the installed fonts."""

# Fonts by the advance width of their widest digit, in em. The widths are from the `hmtx` tables of the fonts. With the
# default font Aptos Narrow 11, Excel 365 makes columns 64 pixels wide, so digits of Aptos Narrow 11 are 7 pixels wide,
# like the digits of Calibri. Digits of Yu Gothic 11 and DengXian 11 are 8 pixels wide.
_FONTS = {
    0.4561: ('Arial Narrow',),
    0.4692: ('Garamond',),
    0.5: (
        *('Batang', '바탕', 'BatangChe', '바탕체', 'Book Antiqua', 'DotumChe', '돋움체', 'FangSong', '仿宋', 'GulimChe', '굴림체'),
        *('KaiTi', '楷体', 'MingLiU', '細明體', 'MS Gothic', 'ＭＳ ゴシック', 'MS Mincho', 'ＭＳ 明朝', 'MS PGothic', 'ＭＳ Ｐゴシック'),
        *('MS PMincho', 'ＭＳ Ｐ明朝', 'NSimSun', '新宋体', 'Palatino Linotype', 'PMingLiU', '新細明體', 'SimHei', '黑体', 'SimSun'),
        *('宋体', 'Times New Roman'),
    ),
    0.5068: ('Aptos Narrow', 'Calibri', 'Calibri Light'),
    0.5244: ('Trebuchet MS',),
    0.5391: ('Microsoft JhengHei', '微軟正黑體', 'Segoe UI'),
    0.5459: ('Tahoma',),
    0.5498: ('Consolas',),
    0.5513: ('Malgun Gothic', '맑은 고딕'),
    0.5537: ('Century Gothic',),
    0.5542: ('Cambria',),
    0.555: ('DengXian', '等线', 'Yu Gothic', '游ゴシック', 'Yu Mincho', '游明朝'),
    0.5562: ('Arial', 'Helvetica', 'Liberation Sans'),
    0.561: ('Aptos',),
    0.5715: ('Microsoft YaHei', '微软雅黑'),
    0.6001: ('Courier New', 'Liberation Mono'),
    0.6104: ('Comic Sans MS',),
    0.6138: ('Georgia',),
    0.6357: ('Meiryo', 'メイリオ', 'Verdana'),
}
DIGITS = {name.lower(): advance for advance, names in _FONTS.items() for name in names}

_ARIAL = {6: 10, 7: 11, 8: 11, 9: 12, 10: 13, 11: 14, 12: 15, 14: 17, 16: 19, 18: 22, 20: 24, 22: 27, 24: 29}
_CALIBRI = {8: 11, 9: 12, 10: 14, 11: 15, 12: 16, 13: 17, 14: 19, 16: 21, 18: 24}
_MALGUN = {8: 13, 9: 14, 10: 15, 11: 17, 12: 18, 13: 19, 14: 20, 18: 27, 24: 35}
# Heights of one-line rows in Excel for Mac, in points, by font size. The heights for Calibri are the heights that Excel
# shows on the screen. The measurements are in issues 1150 and 1850 of github.com/developer0hye/office2pdf.
ROWS = {
    **dict.fromkeys(('arial', 'tahoma', 'times new roman', 'verdana'), _ARIAL),
    **dict.fromkeys(('aptos', 'aptos narrow', 'calibri'), _CALIBRI),
    **dict.fromkeys(('malgun gothic', '맑은 고딕'), _MALGUN),
    'courier new': {8: 11, 9: 13, 10: 14, 11: 15, 12: 17, 13: 18, 14: 19, 16: 22, 18: 24, 20: 27},
    'georgia': {8: 11, 9: 12, 10: 13, 11: 14, 12: 16, 13: 17, 14: 18, 16: 21, 18: 23, 20: 25},
    'helvetica': {8: 11, 9: 12, 10: 13, 11: 15, 12: 16, 13: 17, 14: 18, 16: 21, 18: 23, 20: 26},
    'segoe ui': {8: 11, 9: 13, 10: 14, 11: 16, 12: 16, 13: 20, 14: 21, 16: 23, 18: 26, 20: 28},
}
