-- Marks highlighted and centred text for `runner_boxes.py`, and writes keys of the keyboard as code, in docx and odt.

local here = PANDOC_SCRIPT_FILE:gsub('[^/]*$', '')
local boxes = dofile(here .. 'parts/boxes.lua')


local function is_centred(element)
  local style = (element.attributes.style or ''):lower()
  return (element.attributes.align or ''):lower() == 'center' or style:match('text%-align%s*:%s*center') ~= nil
end

-- Code holds text only.
local function has_only_text(span)
  local rich = { Image = true, Link = true, Note = true, Math = true, LineBreak = true }
  local found = false
  pandoc.Span(span.content):walk({ Inline = function(inline) found = found or rich[inline.t] ~= nil end })
  return not found
end

local function span(element)
  if element.classes:includes('mark') then return boxes.marked(pandoc.RawInline, 'mark', 'start', element.content) end
  if element.classes:includes('kbd') and has_only_text(element) then
    return pandoc.Code(pandoc.utils.stringify(element.content))
  end
end

local function block(element)
  if not is_centred(element) then return nil end
  if element.t == 'Header' then return boxes.marked(pandoc.RawBlock, 'centre', 'start', pandoc.List({ element })) end
  local paragraphs = element.content:map(function(one) return one.t == 'Plain' and pandoc.Para(one.content) or one end)
  return boxes.marked(pandoc.RawBlock, 'centre', 'start', paragraphs)
end

if not boxes.raw_format then return {} end
return { { Span = span, Div = block, Header = block } }
