"""Keeps the headers and footers of scaled sheets at Excel's size and position."""
import math

from com.sun.star.awt import FontDescriptor

from engines.tools.libreoffice.sheet_pages import blank_pages
from engines.tools.libreoffice.sheet_pages.excel_pages import POINT
from engines.tools.libreoffice.sheet_pages.header_fields import contents_of, texts_of
from engines.tools.libreoffice.sheet_pages.print_setup import height_of
from engines.tools.libreoffice.sheet_pages.sheet_layout import SheetLayout, WorkbookLayout, layout_of_sheet

# Limits of the scale in percent. Excel never enlarges a sheet to fit a page.
SMALLEST, FULL = 10, 100
# LibreOffice has one font property for each kind of script, with one of these suffixes in its name. The properties for
# Latin text have no suffix, so their suffix is empty.
SCRIPTS = ('', 'Asian', 'Complex')
# Font size in pixels at which fonts are measured. This font size is so large that rounding does not matter.
MEASURED_SIZE = 1000


def settle(document, sheets: list, book: WorkbookLayout | None) -> None:
    """Restores the size of headers and footers. LibreOffice scales the whole header area with the sheet, which would
    move the start of the sheet above its margin."""
    styles = document.StyleFamilies.getByName('PageStyles')
    of_sheets = [(sheet, styles.getByName(sheet.PageStyle)) for sheet in sheets]
    with_headers = [(sheet, style) for sheet, style in of_sheets if style.HeaderIsOn or style.FooterIsOn]
    areas = blank_pages.areas_of(document) if any(_is_fitted(style) for _, style in with_headers) else {}
    for sheet, style in with_headers:
        for part in ('Header', 'Footer'):
            if getattr(style, f'{part}IsOn'):
                _fix_height(document, style, part)
        scale = _scale(sheet, style, areas.get(sheet.RangeAddress.Sheet))
        if scale != FULL:
            _resize(style, scale / FULL, layout_of_sheet(sheet, book))


def _fix_height(document, style, part: str) -> None:
    """Keeps the position of the sheet if the text fits into the header area. If the text is taller than the header
    area, the area grows and the sheet moves, because LibreOffice would otherwise cut off the text."""
    height, text = getattr(style, f'{part}Height'), _text_height(document, style, part)
    fits = text <= height
    setattr(style, f'{part}IsDynamicHeight', not fits)
    # Leaves exactly the height of the text, because LibreOffice would centre the text in a taller header area.
    setattr(style, f'{part}BodyDistance', height - text if fits else 0)


def _text_height(document, style, part: str) -> int:
    """Returns the height of the header or footer text, in hundredths of a millimetre."""
    contents = [(content, portions) for name, content, portions in contents_of(style) if part in name]
    heights = [_line_height(document, portion) for _, portions in contents for portion in portions]
    lines = max((len(list(text)) for content, _ in contents for text in texts_of(content)), default=0)
    return math.ceil(lines * max(heights, default=0) * POINT)


def _line_height(document, portion) -> float:
    """Returns the height of a line in points, as LibreOffice measures the font or its substitute."""
    device = document.CurrentController.Frame.ContainerWindow
    scripts = SCRIPTS[:1] if portion.String.isascii() else SCRIPTS
    metrics = [
        device.getFont(FontDescriptor(Name=getattr(portion, f'CharFontName{script}'), Height=MEASURED_SIZE)).FontMetric
        for script in scripts
    ]
    return portion.CharHeight * max(one.Ascent + one.Descent for one in metrics) / MEASURED_SIZE


def _resize(style, scale: float, layout: SheetLayout | None) -> None:
    keeps_text = layout is not None and not layout.scales_headers
    for part in ('Header', 'Footer'):
        if not getattr(style, f'{part}IsOn'):
            continue
        height, distance = getattr(style, f'{part}Height'), getattr(style, f'{part}BodyDistance')
        text = (height - distance) / (scale if keeps_text else 1)
        setattr(style, f'{part}Height', round(height / scale))
        setattr(style, f'{part}BodyDistance', max(0, round(height / scale - text)))
    if keeps_text:
        _enlarge_text(style, 1 / scale)


def _enlarge_text(style, factor: float) -> None:
    for name, content, portions in contents_of(style):
        for portion in portions:
            for script in SCRIPTS:
                setattr(portion, f'CharHeight{script}', getattr(portion, f'CharHeight{script}') * factor)
        setattr(style, name, content)


def _is_fitted(style) -> bool:
    return bool(style.ScaleToPagesX or style.ScaleToPagesY)


def _scale(sheet, style, area: blank_pages.Area | None) -> int:
    """Returns the scale in percent. `area` is the range of printed cells."""
    if not _is_fitted(style):
        return style.PageScale or FULL
    if area is None:
        return FULL
    across, down, size = style.ScaleToPagesX, style.ScaleToPagesY, sheet.getCellRangeByPosition(*area).Size
    width = style.Width - style.LeftMargin - style.RightMargin
    height = style.Height - _end(style, 'Top', 'Header') - _end(style, 'Bottom', 'Footer')
    fitting = [FULL]
    if across and size.Width:
        fitting.append(FULL * across * width // size.Width)
    if down and size.Height:
        fitting.append(FULL * down * height // size.Height)
    return max(SMALLEST, min(fitting))


def _end(style, side: str, part: str) -> int:
    return getattr(style, f'{side}Margin') + height_of(style, part)
