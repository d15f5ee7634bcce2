-- Replaces SVG pictures with PNG pictures, which the program DRAWINGS draws. If the target supports SVG, replaces only
-- drawings with features that only a browser draws. Skips target formats that browsers display. Does nothing if the
-- environment variable DRAWINGS is not set.

local pictures = dofile(PANDOC_SCRIPT_FILE:gsub('[^/]*$', '') .. 'parts/pictures.lua')
local folder = PANDOC_STATE.resource_path[1] or '.'

local needs_pixels = { docx = true, odt = true, pptx = true, rtf = true, fb2 = true }
local needs_all = { rtf = 'all', fb2 = 'all' }
-- The text width of an A4 page in CSS pixels.
local widest = 640

local function is_drawing(image) return image.src:match('%.svg$') or image.src:lower():match('^data:image/svg') end

-- Draws the SVG files `names` with the program DRAWINGS. Returns the width of each drawn picture by file number.
local function drawn(names)
  local program, runner = os.getenv('DRAWINGS'):match('^(%S+) (%S+)$')
  local widths = {}
  -- If a drawing exceeds the limits, the drawing program ends with an error, after it has reported the preceding
  -- drawings.
  local _, output = pcall(pandoc.pipe, program, { runner, folder, needs_all[FORMAT] }, table.concat(names, '\n'))
  for number, width in (type(output) == 'string' and output or output.output or ''):gmatch('(%d+) (%d+)\n') do
    widths[tonumber(number)] = tonumber(width)
  end
  return widths
end

local function draw(document)
  local names, number_of = {}, {}
  document:walk({
    Image = function(image)
      local name = is_drawing(image) and not number_of[image.src] and pictures.file(image)
      if not name then return end
      names[#names + 1] = name
      number_of[image.src] = #names
    end,
  })
  if #names == 0 then return nil end
  local widths = drawn(names)
  return document:walk({
    Image = function(image)
      local number = number_of[image.src]
      local width = number and widths[number]
      if not width then return nil end
      image.src = ('picture-drawn%d.png'):format(number)
      if not image.attributes.width and not image.attributes.height then
        image.attributes.width = math.min(width, widest) .. 'px'
      end
      return image
    end,
  })
end

return os.getenv('DRAWINGS') and needs_pixels[FORMAT] and { { Pandoc = draw } } or {}
