-- Writes the titles of Jira's panels and code blocks as bold paragraphs. `jira.py` has encoded the titles as
-- hexadecimal digits.

local function decoded(title)
  if not title or #title % 2 > 0 or title:find('%X') then return nil end
  return pandoc.Para({ pandoc.Strong({ pandoc.Str((title:gsub('%x%x', function(code) return string.char(tonumber(code, 16)) end))) }) })
end

local function title_of(block)
  local title = decoded(block.attributes.title)
  if title then block.attributes.title = nil end
  return title
end

local function titled_panel(div)
  -- pandoc 3 writes the title of a panel as a division.
  if div.classes:includes('panelheader') then return decoded(pandoc.utils.stringify(div)) end
  local title = div.classes:includes('panel') and title_of(div)
  if not title then return nil end
  div.content:insert(1, title)
  return div
end

local function titled_code(block)
  local title = title_of(block)
  return title and { title, block }
end

return { { Div = titled_panel, CodeBlock = titled_code } }
