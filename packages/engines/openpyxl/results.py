"""Makes openpyxl raise for formulas without a stored result, which it would read as empty cells."""
from openpyxl.worksheet import _read_only
from openpyxl.worksheet._reader import FORMULA_TAG, WorkSheetParser


class NotCalculated(ValueError):
    """The workbook has formulas that were never calculated."""


class ResultsParser(WorkSheetParser):
    def parse_cell(self, element):
        cell = super().parse_cell(element)
        # An empty text result is marked by its type.
        if cell['value'] is None and element.get('t') != 'str' and element.find(FORMULA_TAG) is not None:
            raise NotCalculated(f'the formula in {element.get("r")} has no result')
        return cell


def require_results() -> None:
    """From now on reading such a cell raises NotCalculated."""
    _read_only.WorkSheetParser = ResultsParser
