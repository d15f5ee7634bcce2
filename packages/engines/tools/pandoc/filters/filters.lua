-- Applies the filters named by the metadata `filters` in one Lua state. Each `--lua-filter` has its own state, which takes 3 ms.

local apply = dofile(PANDOC_SCRIPT_FILE:gsub('[^/]*$', '') .. 'parts/apply.lua')

function Pandoc(document)
  local names = {}
  for name in pandoc.utils.stringify(document.meta.filters):gmatch('[^,]+') do names[#names + 1] = name end
  document.meta.filters = nil
  return apply(document, names)
end
