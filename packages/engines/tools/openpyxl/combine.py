"""Combines several workbooks into one with all their sheets. Exits with status 1 for a file that cannot be read.

A sheet is named after its file, or after file and sheet if a file has several sheets. Cells keep type, style,
formula and the stored result of the formula. Formulas are updated if sheets or tables get new names."""
import copy
import datetime
import json
import sys

import openpyxl
from openpyxl.comments import Comment
from openpyxl.styles.cell_style import StyleArray
from openpyxl.utils.datetime import to_excel
from openpyxl.worksheet import _writer as sheet_writer

from engines.tools.openpyxl import workbook
from engines.tools.openpyxl.references import References
from engines.tools.openpyxl.sheet_titles import SheetTitles

# Attributes that the new sheet takes unchanged from the source sheet.
COPIED_AS_IS = ('sheet_format', 'sheet_properties', 'page_margins', 'print_options', 'protection', 'HeaderFooter')


def main() -> int:
    step = json.loads(sys.argv[1])
    try:
        combine(step['inputs'], step.get('titles') or [], step['output'])
    except Exception as error:  # Any error of a reader means that the file is corrupt.
        print(str(error).split('\n', 1)[0] or type(error).__name__, file=sys.stderr)
        return 1
    return 0


def combine(inputs, titles, output: str) -> None:
    target = openpyxl.Workbook()
    target.remove(target.active)
    stored = {}
    names = SheetTitles()
    references = References(target)
    for n, file in enumerate(inputs):
        rich = {'rich_text': True} if hasattr(openpyxl.cell, 'rich_text') else {}
        book = openpyxl.load_workbook(file, keep_links=False, **rich)
        results = openpyxl.load_workbook(file, keep_links=False, data_only=True)
        if target.loaded_theme is None:
            target.loaded_theme = book.loaded_theme
        stem = titles[n] if n < len(titles) else ''
        renamed = {
            sheet.title: names.take(stem, sheet.title, alone=len(book.worksheets) == 1) for sheet in book.worksheets
        }
        rewrite = references.follow(book, renamed)
        styles = Styles(book, target)
        for sheet in book.worksheets:
            made = target.create_sheet(renamed[sheet.title])
            stored[made.title] = copy_sheet(sheet, results[sheet.title], made, styles, rewrite)
    keep_results(stored, target)
    target.active = next((n for n, sheet in enumerate(target.worksheets) if sheet.sheet_state == 'visible'), 0)
    for sheet in target.worksheets:
        sheet.sheet_view.tabSelected = sheet is target.active
    workbook.write(target, output)


class Styles:
    """Adds the styles of one workbook to another workbook."""

    def __init__(self, source, target) -> None:
        self.source, self.target = source, target
        self.known = {}

    def of(self, style: StyleArray) -> StyleArray:
        key = tuple(style)
        if key not in self.known:
            self.known[key] = self.added(style)
        return copy.copy(self.known[key])

    def added(self, style: StyleArray) -> StyleArray:
        source, target = self.source, self.target
        added = StyleArray()
        added.fontId = target._fonts.add(source._fonts[style.fontId])
        added.fillId = target._fills.add(source._fills[style.fillId])
        added.borderId = target._borders.add(source._borders[style.borderId])
        added.alignmentId = target._alignments.add(source._alignments[style.alignmentId])
        added.protectionId = target._protections.add(source._protections[style.protectionId])
        added.numFmtId = style.numFmtId
        # Number formats below 164 are built in.
        if style.numFmtId >= 164:
            added.numFmtId = 164 + target._number_formats.add(source._number_formats[style.numFmtId - 164])
        added.pivotButton, added.quotePrefix = style.pivotButton, style.quotePrefix
        return added


def copy_sheet(sheet, results, made, styles: Styles, rewrite) -> dict:
    """Copies the sheet. Returns the stored results of the sheet's formulas, by row and column."""
    stored = {}
    for (row, column), cell in sheet._cells.items():
        new = made.cell(row, column)
        result = results._cells.get((row, column))
        value, kind = cell._value, cell.data_type
        if kind == 'f':
            value = rewrite(value)
            if result is not None and result.value is not None:
                stored[row, column] = (result.value, result.data_type)
            # `rewrite` returns None for a formula that refers to other files. References to other files would not work
            # in the combined workbook, so the stored result replaces the formula.
            if value is None:
                value, kind = (None, 'n') if result is None else (result._value, result.data_type)
        new._value, new.data_type = value, kind
        if cell.has_style:
            new._style = styles.of(cell._style)
        if cell.comment:
            new.comment = Comment(cell.comment.text, cell.comment.author, cell.comment.height, cell.comment.width)
        if cell.hyperlink:
            link = cell.hyperlink
            if link.location:
                link.location = rewrite('=' + link.location, text=True)[1:]
            made._hyperlinks.append(link)
            new._hyperlink = link
    copy_dimensions(sheet, made, styles)
    copy_settings(sheet, made, rewrite)
    for range_ in sheet.merged_cells.ranges:
        made.merged_cells.add(str(range_))
    # openpyxl 3.0 stores array formulas in the attribute `formula_attributes`.
    getattr(made, 'formula_attributes', {}).update(getattr(sheet, 'formula_attributes', {}))
    for image in sheet._images:
        made.add_image(image)
    for chart in sheet._charts:
        rewrite.chart(chart)
        made.add_chart(chart)
    return stored


def copy_dimensions(sheet, made, styles: Styles) -> None:
    for kind in ('row_dimensions', 'column_dimensions'):
        for key, dimension in getattr(sheet, kind).items():
            dimension.parent = made
            if dimension._style is not None:
                dimension._style = styles.of(dimension._style)
            getattr(made, kind)[key] = dimension


def copy_settings(sheet, made, rewrite) -> None:
    # Assigns the objects themselves to the new sheet, because openpyxl's copies lack content that is stored in other
    # parts of the file.
    for name in COPIED_AS_IS:
        setattr(made, name, getattr(sheet, name))
    made.sheet_state = sheet.sheet_state
    made.views = sheet.views
    for name in ('orientation', 'paperSize', 'scale', 'fitToHeight', 'fitToWidth'):
        setattr(made.page_setup, name, getattr(sheet.page_setup, name))
    made.auto_filter = sheet.auto_filter
    for formatting in sheet.conditional_formatting:
        for rule in formatting.rules:
            rule.formula = [rewrite(f'={text}', text=True)[1:] for text in rule.formula]
            made.conditional_formatting.add(str(formatting.sqref), rule)
    for validation in sheet.data_validations.dataValidation:
        for name in ('formula1', 'formula2'):
            text = getattr(validation, name)
            if text:
                setattr(validation, name, rewrite(f'={text}', text=True)[1:])
        made.add_data_validation(validation)
    for table in sheet.tables.values():
        table.displayName = table.name = rewrite.tables.get(table.displayName, table.displayName)
        made.add_table(table)


def keep_results(stored: dict, target) -> None:
    """Makes openpyxl write formulas with their results, for readers that do not calculate."""
    write = sheet_writer.write_cell

    def write_with_result(stream, sheet, cell, styled=None):
        result = stored.get(sheet.title, {}).get((cell.row, cell.column)) if cell.data_type == 'f' else None
        if result is None:
            return write(stream, sheet, cell, styled)
        caught = Caught()
        write(caught, sheet, cell, styled)
        set_result(caught.element, *result, target.epoch)
        return stream.write(caught.element)

    sheet_writer.write_cell = write_with_result


class Caught:
    """An output stream that only keeps the element that openpyxl writes for a cell."""

    element = None

    def write(self, element) -> None:
        self.element = element


def set_result(element, value, kind: str, epoch) -> None:
    shown = next(child for child in element if child.tag.endswith('v'))
    if kind in ('s', 'str', 'inlineStr'):
        kind, shown.text = 'str', str(value)
    elif kind == 'b':
        shown.text = '1' if value else '0'
    elif kind == 'd' or isinstance(value, (datetime.date, datetime.time, datetime.timedelta)):
        kind, shown.text = 'n', str(to_excel(value, epoch))
    else:
        shown.text = str(value)
    element.set('t', kind)


if __name__ == '__main__':
    sys.exit(main())
