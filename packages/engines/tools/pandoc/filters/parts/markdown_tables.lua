-- Converts all kinds of tables to pipe tables: repeats merged cells, converts blocks in cells to lines, and unwraps
-- layout tables.

local List = pandoc.List
local here = PANDOC_SCRIPT_FILE:gsub('[^/]*$', '')
local is_blank = dofile(here .. 'parts/blank.lua')
local text = dofile(here .. 'parts/text.lua')

-- Blocks that occur only in layout tables.
local of_layout = { Header = true, Table = true, HorizontalRule = true, BlockQuote = true }

local function rows_of(table)
  local rows, heads = List(table.head.rows):clone(), #table.head.rows
  for _, body in ipairs(table.bodies) do
    rows:extend(body.head)
    rows:extend(body.body)
  end
  rows:extend(table.foot.rows)
  if heads == 0 and table.bodies[1] then heads = #table.bodies[1].head end
  -- If all rows of a table are marked as header rows, only the first row is a header. Word may mark all rows of a table
  -- as repeated on each page.
  return rows, heads >= #rows and math.min(1, heads) or heads
end

-- Maximum length of a cell in a table of data. If longer cells contain headings, the table is a layout table.
local longest_label = 100

-- Returns whether there are several rows, each with several cells of short text. Headings in short cells are labels of
-- data, and not a sign of a layout table.
local function has_short_cells(rows)
  for _, row in ipairs(rows) do
    if #row.cells < 2 then return false end
    for _, cell in ipairs(row.cells) do
      if #cell.contents > 2 or #text.of_blocks(cell.contents) > longest_label then return false end
    end
  end
  return #rows > 1
end

-- Returns whether a table is used only for layout. A table of data may contain headings if its cells are short. A table
-- of data may contain other tables if it has a header row, or if its cells and the cells of the inner tables are short.
local function is_layout(rows, heads)
  local filled, found, has_layout = 0, {}, false
  for _, row in ipairs(rows) do
    for _, cell in ipairs(row.cells) do
      if #cell.contents > 0 then filled = filled + 1 end
      for _, block in ipairs(cell.contents) do
        found[of_layout[block.t] and block.t or 'other'] = true
        if block.t == 'Table' and not has_short_cells((rows_of(block))) then has_layout = true end
      end
    end
  end
  if filled <= 1 or found.HorizontalRule or found.BlockQuote then return true end
  if found.Header and not has_short_cells(rows) then return true end
  return found.Table and heads == 0 and (has_layout or not has_short_cells(rows))
end

local function contents_of(rows)
  local blocks = List()
  for _, row in ipairs(rows) do
    for _, cell in ipairs(row.cells) do blocks:extend(cell.contents) end
  end
  return blocks
end

local line_break = pandoc.RawInline('html', '<br>')

-- Replacements that keep a cell on one line. The replacements also apply within other inlines, because bold text, for
-- example, may contain line breaks.
local in_one_line = {
  LineBreak = function() return line_break end,
  SoftBreak = function() return pandoc.Space() end,
  Math = function(math) return pandoc.Math('InlineMath', math.text) end,
}

local function add_line(lines, inlines)
  if #lines > 0 then lines:insert(line_break) end
  lines:extend(pandoc.walk_inline(pandoc.Span(inlines), in_one_line).content)
end

-- Returns the blocks of a cell as inlines with line breaks between them.
local function lines_of(blocks, lines, mark)
  lines = lines or List()
  for n, block in ipairs(blocks) do
    local before = List(mark and n == 1 and { pandoc.Str(mark), pandoc.Space() } or {})
    if block.t == 'Para' or block.t == 'Plain' then
      before:extend(block.content)
      add_line(lines, before)
    elseif block.t == 'CodeBlock' then
      for line in (block.text .. '\n'):gmatch('(.-)\n') do
        if line ~= '' then add_line(lines, { pandoc.Code(line) }) end
      end
    elseif block.t == 'LineBlock' then
      for _, line in ipairs(block.content) do add_line(lines, line) end
    elseif block.t == 'BulletList' or block.t == 'OrderedList' then
      local start = block.t == 'OrderedList' and block.start or nil
      for at, item in ipairs(block.content) do
        lines_of(item, lines, start and ('%d.'):format(start + at - 1) or '•')
      end
    elseif block.t == 'Table' then
      for _, row in ipairs((rows_of(block))) do
        local words = List()
        for _, cell in ipairs(row.cells) do
          if #words > 0 and #cell.contents > 0 then words:insert(pandoc.Space()) end
          words:extend(pandoc.utils.blocks_to_inlines(cell.contents, { pandoc.Space() }))
        end
        if #words > 0 then add_line(lines, words) end
      end
    elseif block.t == 'DefinitionList' then
      for _, item in ipairs(block.content) do
        add_line(lines, item[1])
        for _, definition in ipairs(item[2]) do lines_of(definition, lines) end
      end
    else
      add_line(lines, pandoc.utils.blocks_to_inlines({ block }))
    end
  end
  return lines
end

-- Maximum length of repeated text. A text that is longer than this maximum is not a label, and its repetitions would
-- fill the table.
local longest_repeated = 200

local function holds_picture(blocks)
  local found = false
  pandoc.walk_block(pandoc.Div(blocks), { Image = function() found = true end })
  return found
end

-- Maximum number of fields of a table in which content is repeated. A table with more fields is unreadable, and
-- repeated content would make the result far larger than the source.
local most_repeating = 20000

-- Returns the table as a grid with the inlines of each field, by row and column. The content of a merged cell is
-- usually repeated in all fields of the cell. If the content is long or has a picture, only the first field of the
-- merged cell contains it. If a merged cell fills a whole row below the header, or if the table is large, only the
-- first field of the merged cell gets the content.
local function grid_of(rows, heads, width)
  local grid = {}
  for y = 1, #rows do grid[y] = {} end
  for y, row in ipairs(rows) do
    local x = 1
    for _, cell in ipairs(row.cells) do
      while grid[y][x] do x = x + 1 end
      local lines = lines_of(cell.contents)
      local once = (cell.col_span > 1 or cell.row_span > 1) and (cell.col_span >= width and y > heads
        or width * #rows > most_repeating or #text.of_blocks(cell.contents) > longest_repeated
        or holds_picture(cell.contents))
      for down = y, math.min(#rows, y + cell.row_span - 1) do
        for right = x, math.min(width, x + cell.col_span - 1) do
          grid[down][right] = once and (right > x or down > y) and List() or lines
        end
      end
      x = x + cell.col_span
    end
    for at = 1, width do grid[y][at] = grid[y][at] or List() end
  end
  return grid
end

-- Returns whether two fields are one merged cell or have equal words, so that the content is written only once. A field
-- that contains only pictures has no words, so it never equals another field.
local function is_same(field, last)
  if rawequal(field, last) then return true end
  local words = text.of_inlines(field)
  return words ~= '' and words == text.of_inlines(last)
end

-- Merges several header rows into one, from top to bottom.
local function header_of(grid, heads, width, without_strong)
  local header = {}
  for x = 1, width do
    local inlines, last = List(), List()
    for y = 1, heads do
      local field = grid[y][x]
      if not is_blank(field) and not is_same(field, last) then
        if #inlines > 0 then inlines:extend({ pandoc.Space(), pandoc.Str('/'), pandoc.Space() }) end
        inlines:extend(field)
        last = field
      end
    end
    header[x] = List(without_strong(inlines))
  end
  return header
end

-- Returns whether a row has only a merged cell at its start. The rows below repeat the merged cell, so the row adds
-- nothing.
local function is_only_start(rows, grid, y)
  for n, cell in ipairs(rows[y].cells) do
    if #cell.contents > 0 and (n > 1 or cell.row_span < 2) then return false end
  end
  local first, below = grid[y][1], grid[y + 1] and grid[y + 1][1]
  if #first == 0 or not rawequal(first, below) then return false end
  for x = 2, #grid[y] do
    if #grid[y][x] > 0 then return false end
  end
  return true
end

local function is_empty_row(line)
  for _, field in ipairs(line) do
    if #field > 0 then return false end
  end
  return true
end

local function is_empty_column(lines, x)
  for _, line in ipairs(lines) do
    if #line[x] > 0 then return false end
  end
  return true
end

local function is_empty_head(table)
  return #table.head.rows > 0 and is_blank(pandoc.utils.blocks_to_inlines(contents_of(table.head.rows)))
end

local function caption_of(table)
  return List(table.caption and table.caption.long or {}):map(function(block)
    return block.t == 'Plain' and pandoc.Para(block.content) or block
  end)
end

local function plain(table, without_strong)
  local rows, heads = rows_of(table)
  local width = #table.colspecs
  if #rows == 0 or width == 0 then return {} end
  local blocks = caption_of(table)
  if is_layout(rows, heads) then
    blocks:extend(contents_of(rows))
    return blocks
  end
  local grid = grid_of(rows, heads, width)
  -- Markdown tables require a header. If the table has no header, the first row becomes the header.
  local above = heads
  if above == 0 or is_empty_head(table) then above = heads + 1 end
  above = math.min(above, #rows)
  local lines = { header_of(grid, above, width, without_strong) }
  for y = above + 1, #rows do
    if not is_empty_row(grid[y]) and not is_only_start(rows, grid, y) then lines[#lines + 1] = grid[y] end
  end
  local kept = List()
  for x = 1, width do
    if not is_empty_column(lines, x) then kept:insert(x) end
  end
  if #kept == 0 then return blocks end
  local function cells(line) return kept:map(function(x) return #line[x] > 0 and { pandoc.Plain(line[x]) } or {} end) end
  local table_head, body = lines[1], List(lines):clone()
  body:remove(1)
  local simple = pandoc.SimpleTable({},
    kept:map(function(x) return table.colspecs[x][1] end), kept:map(function() return 0 end),
    cells(table_head), body:map(cells))
  blocks:insert(pandoc.utils.from_simple_table(simple))
  return blocks
end

return { plain = plain, is_layout = function(table) return is_layout(rows_of(table)) end }
