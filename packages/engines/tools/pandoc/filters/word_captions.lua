-- Removes repeated captions. pandoc's Word reader keeps the paragraph of a table's caption and also adds the caption to
-- the table. The alternative text of a picture often repeats the caption below the picture.

local here = PANDOC_SCRIPT_FILE:gsub('[^/]*$', '')
local text = dofile(here .. 'parts/text.lua')

local function is_paragraph(block) return block ~= nil and (block.t == 'Para' or block.t == 'Plain') end

local function says(block, words) return is_paragraph(block) and text.of_inlines(block.content) == words end

local function caption_of(table)
  local long = table.caption and table.caption.long or {}
  return #long > 0 and text.of_blocks(long) or ''
end

local known, known_texts

-- Returns a set of the texts of all paragraphs among the blocks.
local function texts_of(blocks)
  if rawequal(known, blocks) then return known_texts end
  known, known_texts = blocks, {}
  for _, block in ipairs(blocks) do
    if is_paragraph(block) then known_texts[text.of_inlines(block.content)] = true end
  end
  return known_texts
end

-- The paragraph of a caption that is not next to its table stays, because pandoc may have chosen the wrong table.
local function without_repeated_caption(blocks, at, removed)
  local words = caption_of(blocks[at])
  if words == '' then return end
  for _, beside in ipairs({ at - 1, at + 1 }) do
    if says(blocks[beside], words) then
      removed[beside] = true
      return
    end
  end
  if texts_of(blocks)[words] then blocks[at].caption = { long = {} } end
end

-- Formats in which the alternative text of a picture is part of the text.
local shows_alternative = { gfm = true, plain = true }

local function without_repeated_alternative(blocks, at)
  local image = #blocks[at].content == 1 and blocks[at].content[1]
  if not image or image.t ~= 'Image' or #image.caption == 0 then return end
  local words = text.of_inlines(image.caption)
  if says(blocks[at + 1], words) or says(blocks[at - 1], words) then
    image.caption = {}
    blocks[at].content = { image }
  end
end

local function without_repetitions(blocks)
  local removed = {}
  for at, block in ipairs(blocks) do
    if block.t == 'Table' then without_repeated_caption(blocks, at, removed)
    elseif shows_alternative[FORMAT] and is_paragraph(block) then without_repeated_alternative(blocks, at) end
  end
  local kept = pandoc.List()
  for at, block in ipairs(blocks) do
    if not removed[at] then kept:insert(block) end
  end
  return kept
end

return { { Blocks = without_repetitions } }
