"""Groups the formats of workbooks by how their cells are read and displayed."""
from engines.shared.runner.families import formats_of_family

# Targets that show the cells of a workbook.
PAGES = ('pdf', 'html')
OPEN_XML = (*formats_of_family('ooxml-sheet'), 'xlsb')
# Formats of OpenDocument and its predecessor.
CALC = (*formats_of_family('opendocument-sheet'), 'sxc')
FLAT = formats_of_family('opendocument-sheet', 'opendocument-flat')
EXCEL_97 = formats_of_family('excel-97')
EXCEL = (*OPEN_XML, *EXCEL_97)
