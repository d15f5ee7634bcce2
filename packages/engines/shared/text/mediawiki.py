"""Removes behaviour switches and categories from MediaWiki markup. Switches and categories are invisible on a wiki
page, but pandoc would show them as text."""
import re

# Elements with literal text.
LITERAL = 'nowiki|pre|code|syntaxhighlight|source|math'
SWITCHES = (
    'NOTOC|FORCETOC|TOC|NOEDITSECTION|NEWSECTIONLINK|NONEWSECTIONLINK|NOGALLERY|HIDDENCAT|EXPECTUNUSEDCATEGORY|'
    'EXPECTUNUSEDTEMPLATE|NOCONTENTCONVERT|NOCC|NOTITLECONVERT|NOTC|INDEX|NOINDEX|STATICREDIRECT|DISAMBIG|NOGLOBAL|ARCHIVEDTALK|NOTALK'
)
# Names of the category namespace in the languages of the largest wikis. The English name is valid in all wikis.
CATEGORY = (
    'Category|Kategorie|Catégorie|Categoría|Categoria|Categorie|Kategoria|Kategori|Kategória|Luokka|Категория|Категорія|'
    'Κατηγορία|קטגוריה|تصنيف|رده|श्रेणी|カテゴリ|分类|分類|분류|Thể loại'
)
HIDDEN = rf'(?:__(?:{SWITCHES})__|\[\[[ _]*(?:{CATEGORY})[ _]*:[^\[\]\n]*\]\])'
TOKEN = re.compile(
    rf'(?P<comment><!--)|(?P<end>-->)|<(?P<close>/)?(?P<tag>{LITERAL})\b[^<>]*>'
    # A line that contains only hidden parts is removed completely, because an empty line would split a paragraph or a
    # list.
    rf'|^[ \t]*(?:{HIDDEN}[ \t]*)+(?:\n|\Z)|{HIDDEN}',
    re.IGNORECASE | re.MULTILINE,
)


def shown(text):
    """Returns the markup without invisible parts."""
    inside = None

    def settled(match):
        nonlocal inside
        tag = (match['tag'] or '').lower() or (match['comment'] or match['end']) and '<!--'
        if inside:
            if tag == inside and (match['close'] or match['end']):
                inside = None
            return match[0]
        if not tag:
            return ''
        if not match['close'] and not match['end'] and not match[0].endswith('/>'):
            inside = tag
        return match[0]

    return TOKEN.sub(settled, text)
