"""Groups the formats of workbooks by how their cells are read and shown."""

# Targets that show the cells of a workbook.
PAGES = ('pdf', 'html')
OPEN_XML = ('xlsx', 'xlsm', 'xltx', 'xlsb')
# Formats of OpenDocument and of its predecessor.
CALC = ('ods', 'ots', 'fods', 'sxc')
EXCEL = (*OPEN_XML, 'xls', 'xlt')
