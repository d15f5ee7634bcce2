-- Returns the data of the images of a document, or the text that replaces a missing image.

local alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
-- The two base64 characters of each 12-bit number.
local pairs_of = setmetatable({}, {
  __index = function(known, n)
    local high, low = (n >> 6) + 1, (n & 63) + 1
    known[n] = alphabet:sub(high, high) .. alphabet:sub(low, low)
    return known[n]
  end,
})

local function base64(bytes)
  local out, full = {}, #bytes - #bytes % 3
  for at = 1, full, 3 do
    local a, b, c = bytes:byte(at, at + 2)
    local n = a << 16 | b << 8 | c
    out[#out + 1] = pairs_of[n >> 12]
    out[#out + 1] = pairs_of[n & 4095]
  end
  local a, b = bytes:byte(full + 1, #bytes)
  if b then
    out[#out + 1] = pairs_of[a << 4 | b >> 4] .. pairs_of[(b & 15) << 8]:sub(1, 1) .. '='
  elseif a then
    out[#out + 1] = pairs_of[a << 4] .. '=='
  end
  return table.concat(out)
end

-- Folder for pictures that are stored outside the text, because pandoc needs 500 bytes of memory for each character of
-- a data: link. The folder for pictures is the first folder in `--resource-path`.
local folder = PANDOC_STATE.resource_path[1] or '.'
local types = { jpg = 'jpeg', tif = 'tiff', svg = 'svg+xml', emf = 'x-emf', wmf = 'x-wmf' }
-- Maximum length of a data: link, in bytes. A picture with a longer link is stored as a file.
local longest_link = 8 * 1024

-- Returns the open file of a picture in the folder, and its extension.
local function open_kept(name)
  local ending = name:match('^picture%-%w+%.(%l+)$')
  if not ending then return nil end
  return io.open(folder .. '/' .. name, 'rb'), ending
end

local function is_kept(name)
  local file = open_kept(name)
  if file then file:close() end
  return file ~= nil
end

-- Returns the type and content of a picture in the folder.
local function kept(name)
  local file, ending = open_kept(name)
  if not file then return nil end
  local bytes = file:read('a')
  file:close()
  return 'image/' .. (types[ending] or ending), bytes
end

local longest_name = 80

-- Returns the data of `image` as a data: link, or nil if the document does not contain the data.
local function data_link(image)
  local mime, bytes = kept(image.src)
  if not bytes then mime, bytes = pandoc.mediabag.lookup(image.src) end
  if bytes then return 'data:' .. mime .. ';base64,' .. base64(bytes) end
  return image.src:match('^data:') and image.src or nil
end

-- Returns the type and the bytes of a data: link. Decodes percent-encoded data itself, because pandoc would read them
-- as base64.
local function fetched(link)
  local mime, parameters, text = link:match('^data:([^,;]*)([^,]*),(.*)$')
  if not mime or parameters:lower():match(';%s*base64%s*$') then return pandoc.mediabag.fetch(link) end
  return mime, (text:gsub('%%(%x%x)', function(digits) return string.char(tonumber(digits, 16)) end))
end

-- Returns the type and the bytes of `image`, or nil if the document does not contain it.
local function data(image)
  local mime, bytes = kept(image.src)
  if not bytes then mime, bytes = pandoc.mediabag.lookup(image.src) end
  if not bytes and image.src:match('^data:') then mime, bytes = fetched(image.src) end
  if bytes then return mime or '', bytes end
end

local extensions = { jpeg = 'jpg', ['svg+xml'] = 'svg', tiff = 'tif', ['x-emf'] = 'emf', ['x-wmf'] = 'wmf', ['x-ms-bmp'] = 'bmp' }

-- Returns the file extension for the media type `mime`.
local function extension(mime)
  local kind = mime:lower():match('^image/([%w.+-]+)') or ''
  return extensions[kind] or kind:match('^%w+$') or 'bin'
end

local names, count = {}, 0

-- Returns the file name of `image` in the folder of pictures, and writes the file if it is missing. Returns nil if the
-- document does not contain the data of `image`.
local function file(image)
  if is_kept(image.src) then return image.src end
  local known = names[image.src]
  if known then return known end
  local mime, bytes = data(image)
  if not bytes then return nil end
  count = count + 1
  local name = ('picture-in%d.%s'):format(count, extension(mime))
  local out = assert(io.open(folder .. '/' .. name, 'wb'))
  out:write(bytes)
  out:close()
  names[image.src] = name
  return name
end

-- Returns the link target of an image in text: a short data: link, or a file name. A later step replaces the file name
-- with the content of the file.
local function link(image)
  if is_kept(image.src) then return image.src end
  if image.src:match('^data:') and #image.src <= longest_link then return image.src end
  local _, bytes = pandoc.mediabag.lookup(image.src)
  if bytes and #bytes * 4 / 3 <= longest_link then return data_link(image) end
  return file(image)
end

local function name_of(image)
  return image.src:gsub('[?#].*$', ''):gsub('[/\\]+$', ''):match('[^/\\]*$')
end

-- Lists a missing image in a file, for `runner_missing.py`.
local function report_missing(image)
  if image.src == '' or image.src:match('^data:') then return end
  local file = assert(io.open(folder .. '/missing-pictures', 'ab'))
  file:write(name_of(image), '\n')
  file:close()
end

-- Returns the replacement of a missing image: its alternative text, or its name.
local function placeholder(image)
  report_missing(image)
  if #image.caption > 0 then return image.caption end
  local name = name_of(image)
  local shown = utf8.len(name) and name:sub(1, utf8.offset(name, longest_name + 1, 1) and utf8.offset(name, longest_name + 1) - 1 or -1) or ''
  return { pandoc.Str(shown == '' and '[picture]' or '[picture: ' .. shown .. ']') }
end

return { base64 = base64, data = data, data_link = data_link, extension = extension, file = file, is_kept = is_kept, link = link, placeholder = placeholder, report_missing = report_missing }
