-- Simplifies the TeX that pandoc makes from Word formulas.

-- Removes italics from single letters, digits and signs, because formulas already set the style of these characters.
local function without_needless_styles(tex)
  return (tex:gsub('\\mathit(%b{})', function(group)
    local inner = group:sub(2, -2)
    local is_needless = inner == '\\hat{}' or not inner:gsub('\\ ', ' '):find('[\\{}]') and not inner:find('%a%a')
    return is_needless and inner or nil
  end))
end

-- Relations and operators around which TeX itself sets the spaces.
local signs = { '=', '%+', '%-', '<', '>', '\\times', '\\cdot', '\\leq?', '\\geq?', '\\neq?', '\\approx', '\\pm' }

local function without_spaces(tex)
  tex = tex:gsub('^[%s~]*\\ ', ''):gsub('\\ %s*$', '')
  for _, sign in ipairs(signs) do
    tex = tex:gsub('\\ %s*(' .. sign .. ')(%A)', ' %1%2'):gsub('(%A?' .. sign .. ')%s*\\ ', '%1 ')
  end
  return tex
end

-- Returns the content of a matrix with a single cell.
local function without_frame(tex)
  local inner = tex:match('^%s*\\begin{matrix}%s*(.-)%s*\\\\%s*\\end{matrix}%s*$')
  if not inner or inner:find('\\\\', 1, true) or inner:find('&', 1, true) or inner:find('{matrix}', 1, true) then return tex end
  return inner
end

local function simplified(math)
  -- People type a minus as a dash, and an exponent as a caret.
  local tex = without_needless_styles((math.text:gsub('\u{2013}', '-')))
  tex = without_spaces(without_frame(tex)):gsub('\\hat{}%s*(%w)', '^%1')
  if tex == math.text then return nil end
  math.text = tex
  return math
end

return { { Math = simplified } }
