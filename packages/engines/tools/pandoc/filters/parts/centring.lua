-- Converts centred paragraphs in the HTML of Markdown to divisions, because pandoc's reader drops the attributes of
-- paragraphs and the element `center`. For web pages, `shared/html/centring.py` recognizes centred paragraphs by the
-- same rule as this filter.

local function is_centred(attributes)
  local written = attributes:lower()
  return written:match('%f[%w]align%s*=%s*["\']?center') or written:match('text%-align%s*:%s*center')
end

local function paragraph(attributes, content)
  return is_centred(attributes) and '<div align="center"><p>' .. content .. '</p></div>' or nil
end

return function(html)
  html = html:gsub('<[Cc][Ee][Nn][Tt][Ee][Rr]%f[%s>][^>]*>', '<div align="center">'):gsub('</[Cc][Ee][Nn][Tt][Ee][Rr]%s*>', '</div>')
  return (html:gsub('<[Pp](%s[^>]*)>(.-)</[Pp]%s*>', paragraph))
end
