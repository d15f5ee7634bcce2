-- Inserts a division for each page break that a `p`, `br` or `hr` element in Markdown's HTML requests by its `style`
-- attribute. pandoc's reader drops the `style` attributes of these elements. For web pages,
-- `shared/html/print_styles.py` finds page breaks by the same rule.

local forced_break = dofile(PANDOC_SCRIPT_FILE:gsub('[^/]*$', '') .. 'parts/forced_break.lua')

local function marked(attributes, element)
  local mark = '<div style="break-before: page"></div>'
  local style = attributes:lower():match('style%s*=%s*["\']([^"\']*)') or ''
  if forced_break(style, 'before') then element = mark .. element end
  if forced_break(style, 'after') then element = element .. mark end
  return element
end

return function(html)
  html = html:gsub('<([BbHh][Rr])(%s[^>]*)>', function(name, attributes) return marked(attributes, '<' .. name .. attributes .. '>') end)
  return (html:gsub('<[Pp](%s[^>]*)>(.-)</[Pp]%s*>', function(attributes, content)
    return marked(attributes, '<p' .. attributes .. '>' .. content .. '</p>')
  end))
end
