-- Replaces form controls in HTML with their values, because pandoc's reader would drop the controls.
-- `shared/html/shown_page.py` replaces form controls in the same way.

local boxes = { checkbox = { '☐', '☒' }, radio = { '○', '◉' } }
local silent = { hidden = true, file = true, image = true }

local function attributes_of(tag)
  local found = {}
  local rest = tag:gsub('([%w-]+)%s*=%s*(["\'])(.-)%2', function(name, _, value)
    found[name:lower()] = value
    return ''
  end):gsub('([%w-]+)%s*=%s*([^%s"\'>]+)', function(name, value)
    found[name:lower()] = value
    return ''
  end)
  for name in rest:gmatch('[%w-]+') do found[name:lower()] = found[name:lower()] or '' end
  return found
end

local function input(tag)
  local attributes = attributes_of(tag)
  local kind = (attributes.type or 'text'):lower()
  if boxes[kind] then return boxes[kind][attributes.checked and 2 or 1] end
  if silent[kind] then return '' end
  local value = attributes.value or attributes.placeholder or ''
  return kind == 'password' and ('•'):rep(#value) or value
end

local function select(tag, content)
  local attributes, chosen, first = attributes_of(tag), {}, nil
  content = content:gsub('</?[Oo][Pp][Tt][%a]*', function(name)
    return name:lower() == '<option' and '\0' or name:lower():match('^</?opt') and '\1' or name
  end)
  for option, label in content:gmatch('%z([^>]*)>([^%z\1]*)') do
    label = label:match('^%s*(.-)%s*$')
    first = first or label
    if attributes_of(option).selected then chosen[#chosen + 1] = label end
  end
  if attributes.multiple then return table.concat(chosen, ', ') end
  return chosen[#chosen] or first or ''
end

-- Returns a pattern for the tag name, ignoring case.
local function any_case(name)
  return (name:gsub('%a', function(letter) return '[' .. letter:upper() .. letter .. ']' end))
end

return function(html)
  html = html:gsub('<' .. any_case('input') .. '([%s/][^>]*)>', input)
  html = html:gsub('<' .. any_case('select') .. '([^>]*)>(.-)</' .. any_case('select') .. '%s*>', select)
  return (html:gsub('<' .. any_case('textarea') .. '[^>]*>(.-)</' .. any_case('textarea') .. '%s*>', function(text)
    return (text:gsub('^\n', ''):gsub('%s+$', ''):gsub('\n', '<br>'))
  end))
end
