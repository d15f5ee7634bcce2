-- Parses the raw HTML of a Markdown document as a whole, because a start tag, the Markdown after it and the end tag
-- together form one element.

local List = pandoc.List
local here = PANDOC_SCRIPT_FILE:gsub('[^/]*$', '')
local break_marks = dofile(here .. 'parts/break_marks.lua')
local controls = dofile(here .. 'parts/controls.lua')
local centring = dofile(here .. 'parts/centring.lua')
local svg_names = dofile(here .. 'parts/svg_names.lua')

-- Parses HTML. Drawings become pictures.
local function read(html)
  local document = pandoc.read(html, 'html')
  return html:match('<svg') and document:walk(svg_names) or document
end

local function is_html(element, kind) return element.t == kind and element.format:match('^html') ~= nil end

-- Returns the number of drawings that the raw HTML of an element opens, minus the number that it closes.
local function opened(text)
  local _, starts = text:gsub('<svg%f[%s>/]', '')
  local _, ends = text:gsub('</svg%s*>', '')
  return starts - ends
end

-- Returns whether all drawings that begin within the inlines also end within the inlines.
local function closes_drawings(inlines)
  local depth = 0
  for _, inline in ipairs(inlines) do
    if is_html(inline, 'RawInline') then depth = depth + opened(inline.text) end
  end
  return depth == 0
end

local entities = { ['&'] = '&amp;', ['<'] = '&lt;', ['>'] = '&gt;' }

local function as_text(inline) return (pandoc.utils.stringify(inline):gsub('[&<>]', entities)) end

-- Returns the elements as HTML. Within a drawing, words stay in the markup, because the parser makes one picture of the
-- whole drawing. Outside of drawings, elements between raw tags are replaced with numbered empty elements, which the
-- parser keeps.
local function as_html(elements, raw_kind, tag)
  local html, kept, depth = {}, List(), 0
  local has_drawings = raw_kind == 'RawInline' and closes_drawings(elements)
  for _, element in ipairs(elements) do
    if is_html(element, raw_kind) then
      html[#html + 1] = element.text
      depth = depth + opened(element.text)
    elseif has_drawings and depth > 0 then
      html[#html + 1] = as_text(element)
    else
      if #kept == 0 or html[#html] ~= kept[#kept].place then
        kept:insert({ content = List() })
        kept[#kept].place = ('<%s data-kept="%d"></%s>'):format(tag, #kept, tag)
        html[#html + 1] = kept[#kept].place
      end
      kept[#kept].content:insert(element)
    end
  end
  local whole = controls(table.concat(html, raw_kind == 'RawBlock' and '\n' or ''))
  return raw_kind == 'RawBlock' and centring(break_marks(whole)) or whole, kept
end

-- Replaces the numbered empty elements in the parsed content with the elements that `as_html` kept. Returns nil if the
-- parser lost or moved a numbered element, for example out of a table. The function expects only the numbered elements
-- whose number is in `html`. A kept element whose number is missing in `html` was in an unselected menu option, which
-- `controls` has removed.
local function put_back(content, name, html, kept)
  local expected, found = List(), List()
  for number in html:gmatch(' data%-kept="(%d+)"') do expected:insert(tonumber(number)) end
  local restored = content:walk({
    [name] = function(element)
      local number = tonumber(element.attributes.kept or element.attributes['data-kept'])
      if not number then return nil end
      found:insert(number)
      return kept[number] and kept[number].content
    end,
  })
  return table.concat(found, ' ') == table.concat(expected, ' ') and restored or nil
end

local function parsed_blocks(blocks)
  if not blocks:find_if(function(block) return is_html(block, 'RawBlock') end) then return nil end
  local html, kept = as_html(blocks, 'RawBlock', 'div')
  local restored = put_back(pandoc.Div(read(html).blocks), 'Div', html, kept)
  if not restored then return nil end
  -- Converts `Plain` blocks to paragraphs, because some writers join a `Plain` block with adjacent blocks.
  return restored.content:map(function(block) return block.t == 'Plain' and pandoc.Para(block.content) or block end)
end

local function parsed_inlines(inlines)
  if not inlines:find_if(function(inline) return is_html(inline, 'RawInline') end) then return nil end
  local html, kept = as_html(inlines, 'RawInline', 'span')
  local blocks = read(html).blocks
  local restored = put_back(pandoc.Span(pandoc.utils.blocks_to_inlines(blocks)), 'Span', html, kept)
  return restored and restored.content
end

return { { Blocks = parsed_blocks, Inlines = parsed_inlines } }
