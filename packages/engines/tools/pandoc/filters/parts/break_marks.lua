-- Adds a division for each page break requested by a paragraph style, a line break or a line in the HTML of Markdown, because
-- pandoc's reader drops their attributes. `shared/html/print_styles.py` has the same rule for web pages.

local function requested(attributes, side)
  local style = attributes:lower():match('style%s*=%s*["\']([^"\']*)') or ''
  local value = style:match('break%-' .. side .. '%s*:%s*(%a+)')
  return value and value ~= 'auto' and value:sub(1, 5) ~= 'avoid' and value ~= 'inherit'
end

local function marked(attributes, element)
  local mark = '<div style="break-before: page"></div>'
  if requested(attributes, 'before') then element = mark .. element end
  if requested(attributes, 'after') then element = element .. mark end
  return element
end

return function(html)
  html = html:gsub('<([BbHh][Rr])(%s[^>]*)>', function(name, attributes) return marked(attributes, '<' .. name .. attributes .. '>') end)
  return (html:gsub('<[Pp](%s[^>]*)>(.-)</[Pp]%s*>', function(attributes, content)
    return marked(attributes, '<p' .. attributes .. '>' .. content .. '</p>')
  end))
end
