-- Joins adjacent quotations, because pandoc's OpenDocument reader makes a separate quotation of each paragraph.

local function begins_alert(quote)
  return pandoc.utils.stringify(quote.content[1] or {}):match('^%[!%a+%]') ~= nil
end

local function joined(blocks)
  local result = pandoc.List()
  for _, block in ipairs(blocks) do
    local last = result[#result]
    if last and last.t == 'BlockQuote' and block.t == 'BlockQuote' and not begins_alert(block) then
      result[#result] = pandoc.BlockQuote(pandoc.List(last.content) .. block.content)
    else
      result:insert(block)
    end
  end
  return result
end

return { { Blocks = joined } }
