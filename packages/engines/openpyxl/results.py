"""Has openpyxl say where a formula was stored without its result, which it would give as an empty cell."""
from openpyxl.worksheet import _read_only
from openpyxl.worksheet._reader import FORMULA_TAG, WorkSheetParser


class NotCalculated(ValueError):
    """Whatever wrote the workbook left its calculation to whoever opens it."""


class ResultsParser(WorkSheetParser):
    def parse_cell(self, element):
        cell = super().parse_cell(element)
        # A result that is an empty text says so by its type.
        if cell['value'] is None and element.get('t') != 'str' and element.find(FORMULA_TAG) is not None:
            raise NotCalculated(f'the formula in {element.get("r")} has no result')
        return cell


def insist() -> None:
    """From now on a sheet that is read raises NotCalculated at such a cell."""
    _read_only.WorkSheetParser = ResultsParser
