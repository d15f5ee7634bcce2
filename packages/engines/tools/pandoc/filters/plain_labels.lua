-- Writes labels such as `(a)` and `I)` unchanged, because the Markdown writer would put backslashes before the
-- parentheses.

local function plain(block)
  local first = block.content[1]
  if not first or first.t ~= 'Str' or not first.text:match('^%(?%a+%)$') then return nil end
  local content = pandoc.List(block.content):clone()
  content[1] = pandoc.RawInline('gfm', first.text)
  block.content = content
  return block
end

return { { Para = plain, Plain = plain } }
