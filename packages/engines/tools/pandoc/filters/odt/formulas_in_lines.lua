-- Converts formulas to inline formulas if their paragraph has other content. pandoc's OpenDocument reader reads every
-- formula as a display formula.

local function place(block)
  local formulas, others = 0, 0
  for _, inline in ipairs(block.content) do
    if inline.t == 'Math' then formulas = formulas + 1
    elseif inline.t ~= 'Space' and inline.t ~= 'SoftBreak' then others = others + 1 end
  end
  if formulas == 0 or formulas == 1 and others == 0 then return nil end
  return pandoc.walk_block(block, {
    Math = function(math) return pandoc.Math('InlineMath', math.text) end,
  })
end

return { { Para = place, Plain = place, Header = place } }
