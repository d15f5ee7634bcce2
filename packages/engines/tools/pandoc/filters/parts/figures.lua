-- Unwraps the figure blocks of pandoc 3, because many pandoc writers drop the captions or repeat the content of
-- figures.

local text = dofile(PANDOC_SCRIPT_FILE:gsub('[^/]*$', '') .. 'parts/text.lua')

-- Target formats whose reading programs show a picture but not its alternative text.
local shows_pictures = { fb2 = true, ipynb = true }

-- Returns the only picture of the blocks if the blocks contain nothing else and the picture has no alternative text.
-- The alternative text "image" is ignored, because pandoc's LaTeX reader adds it to each picture.
local function undescribed(blocks)
  local block = blocks[1]
  if #blocks ~= 1 or block.t ~= 'Para' and block.t ~= 'Plain' or #block.content ~= 1 then return nil end
  local image = block.content[1]
  if image.t ~= 'Image' then return nil end
  local words = pandoc.utils.stringify(image.caption)
  return (words == '' or words == 'image') and image or nil
end

-- Returns the content of a figure and its caption. If the figure is a single picture without alternative text, the
-- caption becomes the alternative text. Formats in `shows_pictures` keep the caption as it is.
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
