-- Writes tables within cells as text, for writers that would drop or scramble them.

-- Writers that do not support tables in tables.
local holds_no_tables = { asciidoctor = true, man = true, opml = true, org = true, pptx = true }

-- Returns a line for each row of `table`. A line begins with the first cell of the row, followed by the content of the
-- other cells.
local function lines_of(table)
  local lines = pandoc.List()
  local function add(rows)
    for _, row in ipairs(rows) do
      local line = pandoc.List()
      for _, cell in ipairs(row.cells) do
        for _, block in ipairs(cell.contents) do
          if #line > 0 then line:extend({ pandoc.Str(' ') }) end
          line:extend(pandoc.utils.blocks_to_inlines({ block }, { pandoc.Str(';'), pandoc.Space() }))
        end
      end
      lines:insert(pandoc.Plain(line))
    end
  end
  add(table.head.rows)
  for _, body in ipairs(table.bodies) do add(body.head) add(body.body) end
  add(table.foot.rows)
  return lines
end

-- pandoc calls this function for inner tables before outer tables. If a table in a cell contains tables, these inner
-- tables are therefore already text.
local function flatten_cells(table)
  if not holds_no_tables[FORMAT] then return nil end
  local function flatten(rows)
    for _, row in ipairs(rows) do
      local cells = row.cells
      for _, cell in ipairs(cells) do
        local contents = pandoc.List()
        for _, block in ipairs(cell.contents) do
          if block.t == 'Table' then
            contents:insert(pandoc.Para(pandoc.utils.blocks_to_inlines(lines_of(block), { pandoc.Str(';'), pandoc.Space() })))
          else
            contents:insert(block)
          end
        end
        cell.contents = contents
      end
      row.cells = cells
    end
  end
  for _, body in ipairs(table.bodies) do flatten(body.body) end
  table.bodies = table.bodies
  return table
end

return { { Table = flatten_cells } }
