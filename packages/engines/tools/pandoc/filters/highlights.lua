-- Marks highlighted and centred text and, in odt, the alternative text of pictures, for `runner_boxes.py`. Writes
-- keyboard keys as code in docx and odt.

local here = PANDOC_SCRIPT_FILE:gsub('[^/]*$', '')
local boxes = dofile(here .. 'parts/boxes.lua')
local text = dofile(here .. 'parts/text.lua')

local function is_centred(element)
  local style = (element.attributes.style or ''):lower()
  return (element.attributes.align or ''):lower() == 'center' or style:match('text%-align%s*:%s*center') ~= nil
end

-- Returns whether a span has only text. Code cannot contain pictures, links, notes, formulas or line breaks.
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

-- Returns whether a paragraph is a figure. A figure prints the alternative text as its caption, and must stay the only
-- content of its paragraph.
local function is_figure(paragraph)
  local only = #paragraph.content == 1 and paragraph.content[1]
  return only and only.t == 'Image' and only.title:match('^fig:') ~= nil
end

local function described(element)
  if is_figure(element) then return nil end
  local images = {
    Image = function(image)
      local words = text.of_inlines(image.caption)
      if words == '' then return nil end
      boxes.request()
      local digits = words:gsub('.', function(byte) return ('%02x'):format(byte:byte()) end)
      return { pandoc.RawInline(boxes.raw_format, '<!--alt ' .. digits .. '-->'), image }
    end,
  }
  return pandoc.walk_block(element, images)
end

if not boxes.raw_format then return {} end
local filters = pandoc.List({ { Span = span, Div = block, Header = block } })
-- pandoc itself writes alternative text into docx.
if FORMAT == 'odt' then filters:insert({ Para = described, Plain = described }) end
return filters
