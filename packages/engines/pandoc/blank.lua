-- Says whether inlines show nothing. pandoc.utils.stringify alone would not do: pictures, notes and formulas have no words.

return function(inlines)
  local span = pandoc.Span(inlines)
  if pandoc.utils.stringify(span):match('%S') then return false end
  local blank = true
  local function show() blank = false end
  local function show_raw(raw) if raw.text ~= '<br>' then blank = false end end
  pandoc.walk_inline(span, { Image = show, Note = show, Math = show, RawInline = show_raw })
  return blank
end
