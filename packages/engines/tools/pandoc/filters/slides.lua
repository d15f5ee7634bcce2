-- Divides long content among slides. pandoc puts all content after a heading on one slide, so the end of long content
-- is not visible. On slides, pandoc also drops pictures within a paragraph.

local List = pandoc.List
local here = PANDOC_SCRIPT_FILE:gsub('[^/]*$', '')
local is_blank = dofile(here .. 'parts/blank.lua')
local text = dofile(here .. 'parts/text.lua')

-- Size of a slide in pandoc's template: lines below the title, and letters per line.
local LINES, LETTERS = 8, 45

local function lines_of_text(words)
  local lines = 0
  for line in (words .. '\n'):gmatch('(.-)\n') do lines = lines + math.max(1, math.ceil(utf8.len(line) and utf8.len(line) / LETTERS or 1)) end
  return lines
end

local function lines_of(block)
  if block.t == 'BulletList' or block.t == 'OrderedList' then
    local lines = 0
    for _, item in ipairs(block.content) do
      for _, inner in ipairs(item) do lines = lines + lines_of(inner) end
    end
    return lines
  end
  if block.t == 'CodeBlock' then return lines_of_text(block.text) end
  if block.t == 'Div' or block.t == 'BlockQuote' then
    local lines = 0
    for _, inner in ipairs(block.content) do lines = lines + lines_of(inner) end
    return lines
  end
  if block.t == 'Table' then return LINES end
  return lines_of_text(text.of_blocks({ block }))
end

-- Divides a list or code into parts that fit on a slide. Blocks other than lists and code stay undivided.
local function parts_of(block)
  if lines_of(block) <= LINES then return { block } end
  local parts, part, used = List(), List(), 0
  local function add(piece, lines)
    if used > 0 and used + lines > LINES then
      parts:insert(part)
      part, used = List(), 0
    end
    part:insert(piece)
    used = used + lines
  end
  if block.t == 'BulletList' or block.t == 'OrderedList' then
    for _, item in ipairs(block.content) do
      local lines = 0
      for _, inner in ipairs(item) do lines = lines + lines_of(inner) end
      add(item, lines)
    end
    parts:insert(part)
    local start = block.t == 'OrderedList' and block.start or 1
    return parts:map(function(items)
      if block.t == 'BulletList' then return pandoc.BulletList(items) end
      local attributes = pandoc.ListAttributes(start, block.style, block.delimiter)
      start = start + #items
      return pandoc.OrderedList(items, attributes)
    end)
  end
  if block.t ~= 'CodeBlock' then return { block } end
  for line in (block.text .. '\n'):gmatch('(.-)\n') do add(line, lines_of_text(line)) end
  parts:insert(part)
  return parts:map(function(lines) return pandoc.CodeBlock(table.concat(lines, '\n'), block.attr) end)
end

-- Puts each picture into a separate paragraph.
local function with_pictures_apart(block)
  local parts, part = List(), List()
  local function close()
    if not is_blank(part) then parts:insert(pandoc.Para(part)) end
    part = List()
  end
  for _, inline in ipairs(block.content) do
    if inline.t == 'Image' then
      close()
      parts:insert(pandoc.Para({ inline }))
    else part:insert(inline) end
  end
  close()
  return #parts > 1 and parts or nil
end

-- Returns the heading level at which slides begin (pandoc's slide level): the highest level of a heading that is
-- followed by text.
local function slide_level(blocks)
  local level = 6
  for n, block in ipairs(blocks) do
    local following = blocks[n + 1]
    if block.t == 'Header' and following and following.t ~= 'Header' and block.level < level then level = block.level end
  end
  return level
end

local function divided(doc)
  local blocks = doc.blocks:walk({ Para = with_pictures_apart })
  local level = slide_level(blocks)
  local slides, title, used = List(), nil, 0
  for _, block in ipairs(blocks) do
    if block.t == 'Header' and block.level <= level then
      title, used = block.level == level and block or nil, 0
      slides:insert(block)
    elseif block.t == 'HorizontalRule' then
      title, used = nil, 0
      slides:insert(block)
    else
      for _, part in ipairs(parts_of(block)) do
        local lines = lines_of(part)
        if used > 0 and used + lines > LINES then
          slides:insert(title and pandoc.Header(level, title.content) or pandoc.HorizontalRule())
          used = 0
        end
        slides:insert(part)
        used = used + lines
      end
    end
  end
  doc.blocks = slides
  return doc
end

return { { Pandoc = divided } }
