"""Rewrites the document information of a PDF, and adds an XMP packet with the same values and the PDF/A level."""
import re
from xml.sax.saxutils import escape

import pikepdf

from engines.passes.pdfa.standard import Level
from engines.shared.invoices.attached import attached
from engines.shared.invoices.model import InvoiceError
from engines.shared.invoices.reading import read
from engines.shared.pdf.accessibility import packet_of, problems, states_part

DATE = re.compile(r"D:(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:(Z)|([+-]\d\d)'?(\d\d)?'?)?")
# Characters that XML does not allow.
CONTROL = re.compile(r'[\x00-\x08\x0b-\x1f\ufffe\uffff\ud800-\udfff]')

PDFUA = 'http://www.aiim.org/pdfua/ns/id/'
FACTUR_X = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#'

TEXTS = ('/Title', '/Author', '/Subject', '/Keywords', '/Creator', '/Producer')
DATES = ('/CreationDate', '/ModDate')


def write(pdf, level: Level) -> None:
    """Rewrites the document information with only the fields that PDF/A defines, and adds the XMP packet."""
    info = {}
    for key in (*TEXTS, *DATES):
        text = CONTROL.sub('', text_of(pdf.docinfo.get(key))).replace('\r', '\n').strip()
        if key in DATES:
            text = pdf_date(text)
        if text:
            info[key] = text
    for key in list(pdf.docinfo.keys()):
        del pdf.docinfo[key]
    for key, text in info.items():
        pdf.docinfo[key] = pikepdf.String(text)
    # Removes an empty information dictionary, because Ghostscript cannot read a file that contains it.
    if not info and '/Info' in pdf.trailer:
        del pdf.trailer['/Info']
    packet = pdf.make_stream(xmp(info, level, other_schemas(pdf, level)).encode())
    packet.Type = pikepdf.Name.Metadata
    packet.Subtype = pikepdf.Name.XML
    pdf.Root.Metadata = packet


def text_of(value) -> str:
    return str(value) if isinstance(value, pikepdf.String) else ''


def pdf_date(text: str) -> str:
    """Returns the date with all optional parts filled in, or an empty string if the date is invalid."""
    match = DATE.match(text)
    if not match:
        return ''
    year, month, day, hour, minute, second, _, zone, zone_minutes = match.groups()
    parts = [year, month or '01', day or '01', hour or '00', minute or '00', second or '00']
    ranges = ((1, 9999), (1, 12), (1, 31), (0, 23), (0, 59), (0, 59))
    if not all(low <= int(part) <= high for part, (low, high) in zip(parts, ranges)):
        return ''
    return f"D:{''.join(parts)}" + (f"{zone}'{zone_minutes or '00'}'" if zone else 'Z')


def iso_date(date: str) -> str:
    parts = DATE.match(date).groups()
    zone = f'{parts[7]}:{parts[8] or "00"}' if parts[7] else 'Z'
    return '{}-{}-{}T{}:{}:{}'.format(*parts[:6]) + zone


def other_schemas(pdf, level: Level) -> str:
    """Returns XMP for schemas that PDF/A does not define: the properties for Factur-X and PDF/UA, and the declarations
    of both schemas."""
    found = [one for one in (invoice(pdf, level), accessibility(pdf)) if one]
    if not found:
        return ''
    return ''.join(stated for stated, _ in found) + (
        '<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" '
        'xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">'
        f'<pdfaExtension:schemas><rdf:Bag>{"".join(schema for _, schema in found)}</rdf:Bag></pdfaExtension:schemas></rdf:Description>\n'
    )


def invoice(pdf, level: Level) -> tuple[str, str] | None:
    """Describes an attached electronic invoice (Factur-X). Returns None for PDF/A-1 and PDF/A-2, or if the PDF has no
    readable invoice."""
    found = attached(pdf) if level.part == 3 else None
    if found is None:
        return None
    name, content = found
    try:
        profile = read(content).profile
    except InvoiceError:
        return None
    values = {'DocumentType': 'INVOICE', 'DocumentFileName': name, 'Version': '1.0', 'ConformanceLevel': profile}
    stated = ''.join(f'<fx:{key}>{escape(value)}</fx:{key}>' for key, value in values.items())
    return (
        f'<rdf:Description rdf:about="" xmlns:fx="{FACTUR_X}">{stated}</rdf:Description>\n',
        schema('Factur-X PDFA Extension Schema', FACTUR_X, 'fx', dict.fromkeys(values, 'Text'), 'external'),
    )


def accessibility(pdf) -> tuple[str, str] | None:
    """Keeps the statement that the PDF conforms to PDF/UA-1. Returns None if the PDF does not state PDF/UA-1, or if a
    check finds a problem."""
    if not states_part(packet_of(pdf)) or problems(pdf):
        return None
    return (
        f'<rdf:Description rdf:about="" xmlns:pdfuaid="{PDFUA}"><pdfuaid:part>1</pdfuaid:part></rdf:Description>\n',
        schema('PDF/UA identification schema', PDFUA, 'pdfuaid', {'part': 'Integer'}, 'internal'),
    )


def schema(title: str, space: str, prefix: str, types: dict[str, str], category: str) -> str:
    """Returns the declaration of a schema, including the declarations of its properties."""
    properties = ''.join(
        '<rdf:li rdf:parseType="Resource">'
        f'<pdfaProperty:name>{key}</pdfaProperty:name><pdfaProperty:valueType>{kind}</pdfaProperty:valueType>'
        f'<pdfaProperty:category>{category}</pdfaProperty:category><pdfaProperty:description>{key}</pdfaProperty:description>'
        '</rdf:li>'
        for key, kind in types.items()
    )
    return (
        '<rdf:li rdf:parseType="Resource">'
        f'<pdfaSchema:schema>{title}</pdfaSchema:schema>'
        f'<pdfaSchema:namespaceURI>{space}</pdfaSchema:namespaceURI><pdfaSchema:prefix>{prefix}</pdfaSchema:prefix>'
        f'<pdfaSchema:property><rdf:Seq>{properties}</rdf:Seq></pdfaSchema:property></rdf:li>'
    )


def xmp(info: dict[str, str], level: Level, more: str) -> str:
    def alternative(text: str) -> str:
        return f'<rdf:Alt><rdf:li xml:lang="x-default">{text}</rdf:li></rdf:Alt>'

    shapes = {
        '/Title': ('dc:title', alternative),
        '/Author': ('dc:creator', lambda text: f'<rdf:Seq><rdf:li>{text}</rdf:li></rdf:Seq>'),
        '/Subject': ('dc:description', alternative),
        '/Keywords': ('pdf:Keywords', str),
        '/Creator': ('xmp:CreatorTool', str),
        '/Producer': ('pdf:Producer', str),
        '/CreationDate': ('xmp:CreateDate', iso_date),
        '/ModDate': ('xmp:ModifyDate', iso_date),
    }
    lines = [f'<{tag}>{shape(escape(info[key]))}</{tag}>' for key, (tag, shape) in shapes.items() if key in info]
    lines.append(f'<pdfaid:part>{level.part}</pdfaid:part>')
    lines.append(f'<pdfaid:conformance>{level.conformance}</pdfaid:conformance>')
    spaces = {
        'dc': 'http://purl.org/dc/elements/1.1/',
        'pdf': 'http://ns.adobe.com/pdf/1.3/',
        'xmp': 'http://ns.adobe.com/xap/1.0/',
        'pdfaid': 'http://www.aiim.org/pdfa/ns/id/',
    }
    declared = ' '.join(f'xmlns:{name}="{space}"' for name, space in spaces.items())
    content = '\n'.join(lines)
    return (
        '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n'
        '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\n'
        f'<rdf:Description rdf:about="" {declared}>\n{content}\n</rdf:Description>\n{more}'
        '</rdf:RDF></x:xmpmeta>\n<?xpacket end="w"?>'
    )
