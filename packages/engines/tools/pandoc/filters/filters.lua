-- Applies the filters listed in the metadata `filters` in one Lua state, because each `--lua-filter` gets a separate
-- state, which takes 3 ms.

local apply = dofile(PANDOC_SCRIPT_FILE:gsub('[^/]*$', '') .. 'parts/apply.lua')

function Pandoc(document)
  local names = {}
  for name in pandoc.utils.stringify(document.meta.filters):gmatch('[^,]+') do names[#names + 1] = name end
  document.meta.filters = nil
  return apply(document, names)
end
