-- Makes the repeated rows of tables header rows. runner_odt.py marks each paragraph of these rows.

local List = pandoc.List

local MARK = '\u{fdd7}'

local remove_mark = {
  Str = function(str)
    local text, count = str.text:gsub(MARK, '')
    if count > 0 then return text == '' and {} or pandoc.Str(text) end
  end,
}

local function is_empty(blocks)
  local block = blocks[1]
  return #blocks == 1 and (block.t == 'Para' or block.t == 'Plain') and #block.content == 0
end

-- Removes the marks from a row. Returns whether the row had marks.
local function unmarked(row)
  local found = false
  local find_mark = { Str = function(str) found = found or str.text:find(MARK, 1, true) ~= nil end }
  for _, cell in ipairs(row.cells) do pandoc.walk_block(pandoc.Div(cell.contents), find_mark) end
  if not found then return false end
  row.cells = List(row.cells):map(function(cell)
    local contents = pandoc.walk_block(pandoc.Div(cell.contents), remove_mark).content
    -- An empty paragraph of the source contains only the mark.
    cell.contents = is_empty(contents) and {} or contents
    return cell
  end)
  return true
end

-- If all rows are repeated, no row becomes a header, because a header needs rows below it.
local function with_head(table)
  local head, body, count = List(), List(), 0
  for _, part in ipairs(table.bodies) do
    for _, row in ipairs(part.body) do
      local is_header = unmarked(row)
      if is_header then count = count + 1 end
      if is_header and #body == 0 then head:insert(row) else body:insert(row) end
    end
  end
  if count == 0 then return nil end
  if #body == 0 then head, body = body, head end
  local first = table.head
  if #head > 0 then first.rows = head end
  table.head = first
  local bodies = List(table.bodies)
  bodies[1].body = body
  table.bodies = { bodies[1] }
  return table
end

return { { Table = with_head } }
