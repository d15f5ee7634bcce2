-- Removes the mark that lists.py puts before the label of a list item. On web pages, this filter also hides the bullets
-- of lists with labels.

local MARK = '\u{fdd0}'

local function first_text(item)
  local block = item[1]
  if not block or block.t ~= 'Para' and block.t ~= 'Plain' then return nil end
  local text = block.content[1]
  return text and text.t == 'Str' and text.text:sub(1, #MARK) == MARK and text or nil
end

local function unmarked(list)
  local items, count = {}, 0
  for n, item in ipairs(list.content) do
    local text = first_text(item)
    if text then
      count = count + 1
      local block = item[1]
      local content = pandoc.List(block.content):clone()
      content[1] = pandoc.Str(text.text:sub(#MARK + 1))
      block.content = content
      item[1] = block
    end
    items[n] = item
  end
  if count == 0 then return nil end
  list.content = items
  return list
end

-- The style sheet in header.html hides the bullets of lists in a division of the class `numbered`.
local function without_bullets(list)
  local changed = unmarked(list)
  return changed and pandoc.Div({ changed }, { class = 'numbered' })
end

return { { BulletList = FORMAT:match('^html') and without_bullets or unmarked } }
