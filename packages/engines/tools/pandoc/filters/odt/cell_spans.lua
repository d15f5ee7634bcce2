-- Restores merged cells of tables. cells.py marks the extent of each cell at the start of the cell.

local MARK = '\u{fdd1}'
local EXTENT = '^' .. MARK .. '(%d+),(%d+)' .. MARK

-- Returns how many columns and rows a cell spans, and removes the mark that states these numbers from the cell. Returns
-- nothing for cells that pandoc added to fill a row.
local function extent_of(cell)
  local block = cell.contents[1]
  local first = block and block.content and block.content[1]
  if not first or first.t ~= 'Str' then return nil end
  local columns, rows = first.text:match(EXTENT)
  if not columns then return nil end
  local content = pandoc.List(block.content):clone()
  local text = first.text:gsub(EXTENT, '', 1)
  if text == '' then content:remove(1) else content[1] = pandoc.Str(text) end
  block.content = content
  local blocks = pandoc.List(cell.contents):clone()
  if #content == 0 then blocks:remove(1) else blocks[1] = block end
  cell.contents = blocks
  return tonumber(columns), tonumber(rows)
end

-- Returns the row with only the cells of the document, and the number of columns that it fills.
local function restored(row, covered)
  local cells, x = pandoc.List(), 1
  for _, cell in ipairs(row.cells) do
    local columns, rows = extent_of(cell)
    if columns then
      while (covered[x] or 0) > 0 do x = x + 1 end
      for at = x, x + columns - 1 do covered[at] = rows end
      cell.col_span, cell.row_span = columns, rows
      cells:insert(cell)
      x = x + columns
    end
  end
  local width = 0
  for at, count in pairs(covered) do
    if count > 0 then width = math.max(width, at) end
    covered[at] = count - 1
  end
  row.cells = cells
  return row, width
end

local function is_marked(table)
  for _, part in ipairs({ table.head.rows, table.bodies[1] and table.bodies[1].body or {} }) do
    for _, row in ipairs(part) do
      local block = row.cells[1] and row.cells[1].contents[1]
      local first = block and block.content and block.content[1]
      if first and first.t == 'Str' and first.text:match(EXTENT) then return true end
    end
  end
  return false
end

local function restore(table)
  if not is_marked(table) then return nil end
  local covered, width = {}, 0
  local function all(rows)
    return pandoc.List(rows):map(function(row)
      local changed, filled = restored(row, covered)
      width = math.max(width, filled)
      return changed
    end)
  end
  local head = table.head
  head.rows = all(head.rows)
  table.head = head
  local bodies = table.bodies
  for _, body in ipairs(bodies) do
    body.head, body.body = all(body.head), all(body.body)
  end
  table.bodies = bodies
  local specs = pandoc.List(table.colspecs):clone()
  while #specs < width do specs:insert({ 'AlignDefault', nil }) end
  while #specs > width do specs:remove() end
  table.colspecs = specs
  return table
end

return { { Table = restore } }
