"""Rewrites JATS so that pandoc's reader keeps labels and lists of references."""
import re
from html import unescape

# Matches comments and CDATA, which contain no elements.
PASSED_OVER = re.compile(r'(<!--.*?-->|<!\[CDATA\[.*?\]\]>)', re.DOTALL)
TAG = re.compile(r'<[^>]*>')


def readable(text):
    """Rewrites the article `text` so that pandoc keeps all labels and references."""
    kept = []

    def put_by(match):
        kept.append(match[0])
        return f'<?kept {len(kept) - 1}?>'

    changed = rewritten(PASSED_OVER.sub(put_by, text))
    return re.sub(r'<\?kept (\d+)\?>', lambda match: kept[int(match[1])], changed)


def rewritten(text):
    # Citations become their printed text, because pandoc would format them differently.
    text = re.sub(r'<xref\b[^<>]*\bref-type\s*=\s*["\']bibr["\'][^<>]*>(.*?)</xref>', r'\1', text, flags=re.DOTALL)
    # The numbers of sections, figures and tables become part of their titles.
    text = re.sub(r'<label\b[^<>]*>([^<>]*)</label>(\s*<title\b[^<>]*>)', r'\2\1 ', text)
    text = re.sub(r'<label\b[^<>]*>([^<>]*)</label>(\s*<caption\b[^<>]*>\s*<(?:title|p)\b[^<>]*>)', r'\2\1 ', text)
    lists = re.findall(r'<ref-list\b.*?</ref-list\s*>', text, re.DOTALL)
    if not lists:
        return text
    text = re.sub(r'<ref-list\b.*?</ref-list\s*>', '', text, flags=re.DOTALL)
    sections = ''.join(map(reference_section, lists)).replace('\\', r'\\')
    if '</body>' in text:
        return re.sub(r'</body\s*>', f'{sections}</body>', text, count=1)
    return re.sub(r'</article\s*>', f'<body>{sections}</body></article>', text, count=1)


def reference_section(listed):
    title = re.search(r'<title\b[^<>]*>(.*?)</title>', listed, re.DOTALL)
    references = re.findall(r'<ref\b[^<>]*>(.*?)</ref\s*>', listed, re.DOTALL)
    lines = ''.join(f'<p>{reference(each)}</p>' for each in references)
    return f'<sec><title>{title[1] if title else "References"}</title>{lines}</sec>'


def reference(content):
    """Returns the label and the text of a reference. If there are no words between the elements of the reference, joins
    the elements with commas."""
    label = re.search(r'<label\b[^<>]*>(.*?)</label>', content, re.DOTALL)
    content = re.sub(r'<label\b.*?</label>', '', content, flags=re.DOTALL)
    mixed = re.search(r'<(mixed-citation|citation|nlm-citation)\b[^<>]*>(.*)</\1>', content, re.DOTALL)
    if mixed and re.search(r'\w', re.sub(r'<([\w-]+)\b[^<>]*>.*?</\1>', '', mixed[2])):
        said = mixed[2]
    else:
        said = ', '.join(parts_of(content))
    return f'{label[1]} {said}' if label else said


def parts_of(content):
    """Returns the text of each element. The surname and given names of a person form a single string."""
    content = re.sub(r'<(?:string-)?name\b[^<>]*>(.*?)</(?:string-)?name>', lambda match: f'<_>{" ".join(texts(match[1]))}</_>',
                     content, flags=re.DOTALL)
    return texts(content)


def texts(content):
    pieces = (' '.join(piece.split()) for piece in TAG.split(content))
    return [piece for piece in pieces if unescape(piece).strip()]
