"""Rewrites formulas for sheets and tables that get new names when they are copied into another workbook."""
from openpyxl.formula import Tokenizer
from openpyxl.formula.tokenizer import Token
from openpyxl.utils import quote_sheetname
from openpyxl.workbook.defined_name import DefinedName

# Attributes of a chart that contain cell references, directly or in nested objects.
CHART_PARTS = (
    *('_charts', 'ser', 'title', 'x_axis', 'y_axis', 'z_axis'),
    *('tx', 'cat', 'val', 'xVal', 'yVal', 'bubbleSize', 'numRef', 'strRef', 'multiLvlStrRef'),
)


class References:
    """Rewrites the references in the formulas of all workbooks that are combined into `target`."""

    def __init__(self, target) -> None:
        self.target = target
        self.tables = set()
        self.names = {}

    def follow(self, book, sheets: dict) -> 'Rewrite':
        """Returns a function that rewrites the formulas of `book` for its renamed sheets. Adds the defined names of
        `book` to the target."""
        tables = {}
        for sheet in book.worksheets:
            for name in sheet.tables:
                tables[name] = self.apart(name, self.tables)
                self.tables.add(tables[name].casefold())
        rewrite = Rewrite({name.casefold(): new for name, new in sheets.items()}, tables)
        for name, text in global_names(book):
            value = rewrite(f'={text}', text=True)
            taken = self.names.get(name.casefold())
            if taken == value or '#REF!' in value or '[' in value:
                continue
            new = self.apart(name, self.names)
            self.names[new.casefold()] = value
            rewrite.names[name.casefold()] = new
            add_name(self.target, new, value[1:])
        return rewrite

    def apart(self, name: str, taken) -> str:
        again, new = 1, name
        while new.casefold() in taken:
            again += 1
            new = f'{name}_{again}'
        return new


class Rewrite:
    def __init__(self, sheets: dict, tables: dict) -> None:
        self.sheets, self.tables, self.names = sheets, tables, {}

    def __call__(self, formula, *, text: bool = False):
        """Returns the formula with the new names of sheets and tables. A formula that refers to another file is not
        renamed: returns None, or the formula unchanged if `text` is true."""
        held = getattr(formula, 'text', formula)
        if not isinstance(held, str) or not held.startswith('='):
            return formula
        try:
            tokenizer = Tokenizer(held)
        except Exception:  # Formulas that openpyxl cannot parse stay unchanged.
            return formula
        for token in tokenizer.items:
            if token.type == Token.OPERAND and token.subtype == Token.RANGE:
                if token.value.lstrip("'").startswith('[') and '!' in token.value:
                    return formula if text else None
                token.value = self.renamed(token.value)
        rewritten = tokenizer.render()
        if held is formula:
            return rewritten
        formula.text = rewritten
        return formula

    def renamed(self, operand: str) -> str:
        sheet, mark, cells = operand.rpartition('!')
        if mark:
            return f'{self.sheet(sheet)}!{cells}'
        table, bracket, rest = operand.partition('[')
        if bracket:
            return self.tables.get(table, table) + bracket + rest
        return self.names.get(operand.casefold(), operand)

    def sheet(self, quoted: str) -> str:
        bare = quoted[1:-1].replace("''", "'") if quoted.startswith("'") else quoted
        if bare.casefold() in self.sheets:
            return quote_sheetname(self.sheets[bare.casefold()])
        # The quotes may enclose a range of sheets, such as `'First:Last'`.
        parts = [self.sheets.get(part.casefold(), part) for part in bare.split(':')]
        return quote_sheetname(':'.join(parts)) if len(parts) == 2 else quoted

    def chart(self, part) -> None:
        """Rewrites the references of a chart."""
        for name in CHART_PARTS:
            for child in as_list(getattr(part, name, None)):
                # The attribute `_charts` of a chart also contains the chart itself, which is skipped.
                if child is not part:
                    self.chart(child)
        text = getattr(part, 'f', None)
        if isinstance(text, str) and '!' in text:
            part.f = self(f'={text}', text=True)[1:]


def as_list(value) -> list:
    return list(value) if isinstance(value, (list, tuple)) else [] if value is None else [value]


def global_names(book) -> list:
    names = book.defined_names
    # In openpyxl 3.0, the defined names are a list, and in later versions a dictionary.
    listed = getattr(names, 'definedName', None)
    listed = names.values() if listed is None else listed
    return [
        (name.name, name.attr_text)
        for name in listed
        if name.localSheetId is None and name.attr_text and not name.name.startswith('_xlnm')
    ]


def add_name(target, name: str, text: str) -> None:
    defined = DefinedName(name, attr_text=text)
    if hasattr(target.defined_names, 'definedName'):
        target.defined_names.append(defined)
    else:
        target.defined_names[name] = defined
