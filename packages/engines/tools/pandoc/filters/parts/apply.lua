-- Applies filters to a document as pandoc does: to elements, to the metadata, and then to the document. A filter file
-- returns a list of filters.

local here = PANDOC_SCRIPT_FILE:gsub('[^/]*$', '')

local function applied(document, filter)
  local elements = {}
  for name, change in pairs(filter) do
    if name ~= 'Meta' and name ~= 'Pandoc' then elements[name] = change end
  end
  if next(elements) then document = document:walk(elements) end
  if filter.Meta then document.meta = filter.Meta(document.meta) or document.meta end
  return filter.Pandoc and filter.Pandoc(document) or document
end

return function(document, names)
  for _, name in ipairs(names) do
    for _, filter in ipairs(dofile(here .. name .. '.lua')) do document = applied(document, filter) end
  end
  return document
end
