-- Writes a table as HTML if a pipe table cannot represent it.

local function is_simple_cell(cell)
  if cell.row_span > 1 or cell.col_span > 1 or #cell.contents > 1 then return false end
  local only = cell.contents[1]
  return not only or only.t == 'Plain' or only.t == 'Para'
end

local function all_simple(rows)
  for _, row in ipairs(rows) do
    for _, cell in ipairs(row.cells) do
      if not is_simple_cell(cell) then return false end
    end
  end
  return true
end

-- Returns whether the table has at most one header row, no merged cells, and at most one paragraph in each cell.
local function is_simple(table)
  if #table.head.rows > 1 or not all_simple(table.head.rows) or not all_simple(table.foot.rows) then return false end
  for _, body in ipairs(table.bodies) do
    if #body.head > 1 or not all_simple(body.head) or not all_simple(body.body) then return false end
  end
  return true
end

-- Returns the HTML of a table without the attributes and styles that only web pages need.
local function html_of(table)
  local html = pandoc.write(pandoc.Pandoc({ table }), 'html', { html_math_method = 'mathml' })
  html = html:gsub('<colgroup>.-</colgroup>%s*', '')
  html = html:gsub(' class="[^"]*"', ''):gsub(' style="width:[^"]*"', '')
  -- In Markdown, an empty line would end the HTML.
  return (html:gsub('\n%s*\n', '\n'))
end

return { is_simple = is_simple, html_of = html_of }
