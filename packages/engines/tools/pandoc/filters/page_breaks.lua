-- Marks forced page breaks for `runner_boxes.py` in docx and odt, and writes them into rtf. For all other targets,
-- which have no pages, only removes the page breaks of AsciiDoc.

local here = PANDOC_SCRIPT_FILE:gsub('[^/]*$', '')
local boxes = dofile(here .. 'parts/boxes.lua')
local forced_break = dofile(here .. 'parts/forced_break.lua')

-- The format of raw text in the target; nil for targets without pages.
local raw_format = FORMAT == 'rtf' and 'rtf' or boxes.raw_format
local mark = FORMAT == 'rtf' and '{\\pard \\page \\par}' or '<!--page-break-->'

local function breaks(element, side) return forced_break(element.attributes.style or '', side) end

local function page_break()
  if boxes.raw_format then boxes.request() end
  return pandoc.RawBlock(raw_format, mark)
end

local function is_page_break(block) return block.t == 'RawBlock' and block.text == mark end

local function begins_with_break(block)
  local first = block.t == 'Div' and block.content[1]
  return first and (is_page_break(first) or begins_with_break(first))
end

-- Removes breaks that would leave a blank page: a break stays only if blocks precede and follow it.
local function without_blank_pages(document)
  local blocks, is_pending = pandoc.List(), false
  for _, block in ipairs(document.blocks) do
    if is_page_break(block) then
      is_pending = #blocks > 0
    else
      if is_pending and not begins_with_break(block) then blocks:insert(page_break()) end
      blocks:insert(block)
      is_pending = false
    end
  end
  document.blocks = blocks
  return document
end

-- Returns whether a division is empty. pandoc's HTML reader puts an empty line into an empty division.
local function is_empty(element)
  return element.t == 'Div' and not element.content:find_if(function(block) return block.t ~= 'Plain' or #block.content > 0 end)
end

local function broken(element)
  local before, after = breaks(element, 'before'), breaks(element, 'after')
  if not before and not after then return nil end
  local blocks = pandoc.List({ element })
  if is_empty(element) then return { page_break() } end
  if before then blocks:insert(1, page_break()) end
  if after then blocks:insert(page_break()) end
  return blocks
end

-- `shared/html/docbook.py` writes a paragraph with the class `page-break` for a page break in AsciiDoc.
local function of_asciidoc(paragraph)
  local only = #paragraph.content == 1 and paragraph.content[1]
  if not only or only.t ~= 'Span' or not only.classes:includes('page-break') then return nil end
  return raw_format and page_break() or {}
end

if not raw_format then return { { Para = of_asciidoc } } end
return { { Div = broken, Header = broken, Para = of_asciidoc }, { Pandoc = without_blank_pages } }
