-- Adds titles to untitled notes and warnings in Org and DocBook, so that `admonitions.lua` recognizes them.

local kinds = pandoc.List({ 'note', 'tip', 'important', 'warning', 'caution' })

local function has_title(block) return block and block.t == 'Div' and block.classes:includes('title') end

local function titled(div)
  local kind = div.classes[1]
  if #div.classes ~= 1 or not kinds:includes(kind) or has_title(div.content[1]) then return nil end
  local title = kind:sub(1, 1):upper() .. kind:sub(2)
  div.content:insert(1, pandoc.Div({ pandoc.Para({ pandoc.Str(title) }) }, { class = 'title' }))
  return div
end

return { { Div = titled } }
