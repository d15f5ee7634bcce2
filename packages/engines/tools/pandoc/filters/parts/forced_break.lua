-- Returns whether a style forces a page break before or after its element. `side` is `before` or `after`.

local forced = { page = true, always = true, left = true, right = true, recto = true, verso = true }

return function(style, side)
  local value = style:lower():match('break%-' .. side .. '%s*:%s*(%a+)')
  return value and forced[value]
end
