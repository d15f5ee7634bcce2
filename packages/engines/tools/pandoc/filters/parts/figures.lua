-- Unwraps the figure blocks of pandoc 3, because many of its writers drop their captions or repeat their content.

local text = dofile(PANDOC_SCRIPT_FILE:gsub('[^/]*$', '') .. 'parts/text.lua')

-- Formats whose readers show pictures instead of their alternative text.
local shows_pictures = { fb2 = true, ipynb = true }

-- Returns the only picture of the blocks if they contain nothing else and it has no alternative text. pandoc's LaTeX
-- reader describes each picture as "image".
local function undescribed(blocks)
  local block = blocks[1]
  if #blocks ~= 1 or block.t ~= 'Para' and block.t ~= 'Plain' or #block.content ~= 1 then return nil end
  local image = block.content[1]
  if image.t ~= 'Image' then return nil end
  local words = pandoc.utils.stringify(image.caption)
  return (words == '' or words == 'image') and image or nil
end

-- Returns the content of a figure and its caption. The caption of a single picture without a description becomes its
-- alternative text, except in formats whose readers do not show that text.
return function(figure)
  local caption = pandoc.List()
  for _, block in ipairs(figure.caption and figure.caption.long or {}) do
    caption:insert(block.t == 'Plain' and pandoc.Para(block.content) or block)
  end
  local blocks = figure.content:map(function(block) return block.t == 'Plain' and pandoc.Para(block.content) or block end)
  local image = not shows_pictures[FORMAT] and undescribed(blocks)
  if image and #caption > 0 then
    image.caption = pandoc.utils.blocks_to_inlines(caption, { pandoc.Space() })
    return { pandoc.Para({ image }) }
  end
  if text.of_blocks(caption) ~= text.of_blocks(blocks) then blocks:extend(caption) end
  return blocks
end
