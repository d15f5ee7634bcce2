-- Converts the marks of task lists, `[x]` and `[ ]`, to checkboxes. pandoc's CommonMark reader treats them as text.

local function box(inlines)
  local first, second, third = inlines[1], inlines[2], inlines[3]
  if not first or first.t ~= 'Str' then return nil end
  if first.text:lower() == '[x]' and second and second.t == 'Space' then
    inlines[1] = pandoc.Str('☒')
    return inlines
  end
  if first.text == '[' and second and second.t == 'Space' and third and third.t == 'Str' and third.text == ']' and inlines[4] then
    inlines:remove(1)
    inlines:remove(1)
    inlines[1] = pandoc.Str('☐')
    return inlines
  end
end

local function mark(list)
  for _, item in ipairs(list.content) do
    local first = item[1]
    if first and (first.t == 'Plain' or first.t == 'Para') then
      local inlines = box(first.content)
      if inlines then first.content = inlines item[1] = first end
    end
  end
  list.content = list.content
  return list
end

return { { BulletList = mark, OrderedList = mark } }
