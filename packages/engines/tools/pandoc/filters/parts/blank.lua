-- Returns whether inlines are invisible. Pictures, notes and formulas are visible even without text.

local text = dofile(PANDOC_SCRIPT_FILE:gsub('[^/]*$', '') .. 'parts/text.lua')

return function(inlines)
  if text.of_inlines(inlines):match('%S') then return false end
  local blank = true
  local function show() blank = false end
  local function show_raw(raw) if raw.text ~= '<br>' then blank = false end end
  pandoc.walk_inline(pandoc.Span(inlines), { Image = show, Note = show, Math = show, RawInline = show_raw })
  return blank
end
