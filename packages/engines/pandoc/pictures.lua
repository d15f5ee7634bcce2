-- What a picture is to a document: bytes that it brings along, or the name of something that nobody has.

local alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
-- The two letters that each twelve bits are written as.
local pairs_of = {}
for n = 0, 4095 do
  local high, low = (n >> 6) + 1, (n & 63) + 1
  pairs_of[n] = alphabet:sub(high, high) .. alphabet:sub(low, low)
end

local function base64(bytes)
  local out, whole = {}, #bytes - #bytes % 3
  for at = 1, whole, 3 do
    local a, b, c = bytes:byte(at, at + 2)
    local n = a << 16 | b << 8 | c
    out[#out + 1] = pairs_of[n >> 12]
    out[#out + 1] = pairs_of[n & 4095]
  end
  local a, b = bytes:byte(whole + 1, #bytes)
  if b then
    out[#out + 1] = pairs_of[a << 4 | b >> 4] .. pairs_of[(b & 15) << 8]:sub(1, 1) .. '='
  elseif a then
    out[#out + 1] = pairs_of[a << 4] .. '=='
  end
  return table.concat(out)
end

local longest_name = 80

-- The bytes of `image` as a data: link; nil where the document does not bring them.
local function data_link(image)
  local mime, bytes = pandoc.mediabag.lookup(image.src)
  if bytes then return 'data:' .. mime .. ';base64,' .. base64(bytes) end
  return image.src:match('^data:') and image.src or nil
end

-- What stands in the place of a picture that is not there: its text, or that there was one of that name.
local function in_words(image)
  if #image.caption > 0 then return image.caption end
  local name = image.src:gsub('[?#].*$', ''):gsub('[/\\]+$', ''):match('[^/\\]*$')
  local shown = utf8.len(name) and name:sub(1, utf8.offset(name, longest_name + 1, 1) and utf8.offset(name, longest_name + 1) - 1 or -1) or ''
  return { pandoc.Str(shown == '' and '[picture]' or '[picture: ' .. shown .. ']') }
end

return { data_link = data_link, in_words = in_words }
