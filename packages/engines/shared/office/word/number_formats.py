"""Formats numbers for Word lists. No installed library supports the number formats of Office Open XML."""
from typing import Callable

from engines.shared.office.word.number_words import cardinal, ordinal, ordinal_sign

ROMAN = ((1000, 'M'), (900, 'CM'), (500, 'D'), (400, 'CD'), (100, 'C'), (90, 'XC'), (50, 'L'), (40, 'XL'), (10, 'X'), (9, 'IX'),
         (5, 'V'), (4, 'IV'), (1, 'I'))
HEBREW = ((400, 'ת'), (300, 'ש'), (200, 'ר'), (100, 'ק'), (90, 'צ'), (80, 'פ'), (70, 'ע'), (60, 'ס'), (50, 'נ'), (40, 'מ'),
          (30, 'ל'), (20, 'כ'), (16, 'טז'), (15, 'טו'), (10, 'י'), (9, 'ט'), (8, 'ח'), (7, 'ז'), (6, 'ו'), (5, 'ה'), (4, 'ד'),
          (3, 'ג'), (2, 'ב'), (1, 'א'))
CHINESE, SIMPLE_LEGAL, TRADITIONAL_LEGAL = '零一二三四五六七八九', '零壹贰叁肆伍陆柒捌玖', '零壹貳參肆伍陸柒捌玖'
CIRCLED_ZERO = '〇' + CHINESE[1:]
KOREAN, KOREAN_LEGAL = '영일이삼사오육칠팔구', '零壹貳參四五六七八九'
UNITS, LEGAL_UNITS, KOREAN_UNITS = ('', '十', '百', '千'), ('', '拾', '佰', '仟'), ('', '십', '백', '천')


def roman(number: int) -> str:
    return additive(number, ROMAN) if 0 < number < 4000 else str(number)


def additive(number: int, signs) -> str:
    written = ''
    for amount, sign in signs:
        written += sign * (number // amount)
        number %= amount
    return written


def repeated(alphabet: str) -> Callable[[int], str]:
    """Returns a function that formats numbers as letters: each letter once, then each letter twice, and so on."""
    return lambda number: alphabet[(number - 1) % len(alphabet)] * ((number - 1) // len(alphabet) + 1) if number > 0 else str(number)


def cyclic(signs: str) -> Callable[[int], str]:
    return lambda number: signs[(number - 1) % len(signs)] if number > 0 else str(number)


def digits(signs: str) -> Callable[[int], str]:
    return lambda number: ''.join(signs[int(one)] for one in str(number)) if number >= 0 else str(number)


def up_to(count: int, first: int) -> Callable[[int], str]:
    """Returns a function that formats numbers up to `count` as symbols, and larger numbers in digits."""
    return lambda number: chr(first + number - 1) if 0 < number <= count else str(number)


def counting(signs: str, units: tuple[str, ...], bare_ten: bool, zero: bool = True, large: str = '万') -> Callable[[int], str]:
    """Returns a function that formats numbers in Chinese, Japanese or Korean, with digits and units."""
    def below(number: int) -> str:
        written, gap = '', False
        for place in (3, 2, 1, 0):
            digit = number // 10 ** place % 10
            if digit:
                written += (signs[0] if gap and written and zero else '') + ('' if bare_ten and digit == 1 and place and not written else signs[digit]) + units[place]
                gap = False
            else:
                gap = True
        return written

    def write(number: int) -> str:
        if not 0 < number < 10 ** 8:
            return signs[0] if number == 0 else str(number)
        high, low = divmod(number, 10 ** 4)
        return (below(high) + large if high else '') + (signs[0] if high and 0 < low < 1000 and zero else '') + below(low)
    return write


def in_dashes(number: int) -> str:
    return f'- {number} -'


def circled(number: int) -> str:
    if 0 < number <= 20:
        return chr(0x245F + number)
    if 20 < number <= 35:
        return chr(0x3251 + number - 21)
    return chr(0x32B1 + number - 36) if 35 < number <= 50 else str(number)


def zodiac_traditional(number: int) -> str:
    if not 0 < number <= 60:
        return str(number)
    return '甲乙丙丁戊己庚辛壬癸'[(number - 1) % 10] + '子丑寅卯辰巳午未申酉戌亥'[(number - 1) % 12]


LATIN = 'abcdefghijklmnopqrstuvwxyz'
RUSSIAN = 'абвгдежзиклмнопрстуфхцчшщыэюя'
ABJAD, ALPHA = 'أبجدهوزحطيكلمنسعفصقرشتثخذضظغ', 'أبتثجحخدذرزسشصضطظعغفقكلمنهوي'

FORMATS: dict[str, Callable[[int], str]] = {
    'upperRoman': roman,
    'lowerRoman': lambda number: roman(number).lower(),
    'upperLetter': repeated(LATIN.upper()),
    'lowerLetter': repeated(LATIN),
    'hex': lambda number: f'{number:X}',
    'decimalZero': lambda number: f'{number:02}',
    'decimalEnclosedCircle': circled,
    'decimalEnclosedCircleChinese': circled,
    'decimalEnclosedFullstop': up_to(20, 0x2488),
    'decimalEnclosedParen': up_to(20, 0x2474),
    'decimalFullWidth': digits('０１２３４５６７８９'),
    'decimalFullWidth2': digits('０１２３４５６７８９'),
    'numberInDash': in_dashes,
    'chicago': repeated('*†‡§'),
    'russianLower': repeated(RUSSIAN),
    'russianUpper': repeated(RUSSIAN.upper()),
    'hebrew1': lambda number: additive(number, HEBREW) if 0 < number < 1000 else str(number),
    'hebrew2': repeated('אבגדהוזחטיכלמנסעפצקרשת'),
    'arabicAlpha': repeated(ALPHA),
    'arabicAbjad': repeated(ABJAD),
    'hindiNumbers': digits('०१२३४५६७८९'),
    'hindiConsonants': repeated('कखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसह'),
    'hindiVowels': repeated('अआइईउऊऋऌऍऎएऐऑऒओऔअंअः'),
    'thaiNumbers': digits('๐๑๒๓๔๕๖๗๘๙'),
    'thaiLetters': repeated('กขคงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮ'),
    'aiueo': cyclic('ｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙﾚﾛﾜｦﾝ'),
    'aiueoFullWidth': cyclic('アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン'),
    'iroha': cyclic('ｲﾛﾊﾆﾎﾍﾄﾁﾘﾇﾙｦﾜｶﾖﾀﾚｿﾂﾈﾅﾗﾑｳヰﾉｵｸﾔﾏｹﾌｺｴﾃｱｻｷﾕﾒﾐｼヱﾋﾓｾｽ'),
    'irohaFullWidth': cyclic('イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセス'),
    'ganada': cyclic('가나다라마바사아자차카타파하'),
    'chosung': cyclic('ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ'),
    'koreanDigital': digits(KOREAN),
    'koreanDigital2': digits(CHINESE),
    'koreanCounting': counting(KOREAN, KOREAN_UNITS, True, False, '만'),
    'koreanLegal': lambda number: KOREAN_ORDER[number - 1] if 0 < number <= len(KOREAN_ORDER) else str(number),
    'ideographDigital': digits(CIRCLED_ZERO),
    'japaneseDigitalTenThousand': digits(CIRCLED_ZERO),
    'taiwaneseDigital': digits('○' + CHINESE[1:]),
    'chineseCounting': counting('○' + CHINESE[1:], UNITS, True),
    'chineseCountingThousand': counting(CHINESE, UNITS, True),
    'chineseLegalSimplified': counting(SIMPLE_LEGAL, LEGAL_UNITS, False, large='萬'),
    'ideographLegalTraditional': counting(TRADITIONAL_LEGAL, LEGAL_UNITS, False, large='萬'),
    'japaneseCounting': counting(CIRCLED_ZERO, UNITS, True, False),
    'japaneseLegal': counting('〇壱弐参四伍六七八九', ('', '拾', '百', '阡'), False, False, '萬'),
    'taiwaneseCounting': counting('○' + CHINESE[1:], UNITS, True),
    'taiwaneseCountingThousand': counting(CHINESE, UNITS, True, large='萬'),
    'ideographTraditional': cyclic('甲乙丙丁戊己庚辛壬癸'),
    'ideographZodiac': cyclic('子丑寅卯辰巳午未申酉戌亥'),
    'ideographZodiacTraditional': zodiac_traditional,
    'ideographEnclosedCircle': up_to(10, 0x3280),
}
# Number formats that depend on the language of the text.
WORDS = {'ordinal': ordinal_sign, 'cardinalText': cardinal, 'ordinalText': ordinal}
KOREAN_ORDER = '하나 둘 셋 넷 다섯 여섯 일곱 여덟 아홉 열'.split()


def formatted(number: int, name: str, custom: str = '', language: str = '') -> str:
    """Returns the number in the format `name`. `language` is the language of the text, such as `de-CH`. `custom` lists
    the first numbers of the format `custom`, such as `001, 002, 003`."""
    if name == 'custom':
        first = custom.split(',')[0].strip()
        return str(number).zfill(len(first)) if first.isdigit() else str(number)
    if name in ('none', 'bullet'):
        return ''
    if name in WORDS:
        return WORDS[name](number, language)
    return FORMATS.get(name, str)(number)
