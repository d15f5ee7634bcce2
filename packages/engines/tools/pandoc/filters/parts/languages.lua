-- Returns the language of a code block from its classes. Classes that concern only the appearance of the code are
-- ignored.

local languages = {}
for name in ([[
  ada asm awk bash bat c clojure cmake console cpp cs csharp css csv cuda d dart diff dockerfile elixir elm erlang fortran fsharp
  go graphql groovy haskell html http ini java javascript js json jsx julia kotlin latex less lisp lua make makefile markdown
  mathematica matlab md mermaid nix objectivec ocaml pascal perl php plaintext powershell prolog proto protobuf ps1 py python r
  raku rb ruby rs rust scala scheme scss sh shell sql swift tcl tex text toml ts tsx typescript vb verilog vhdl vim vue xml yaml
  yml zig zsh
]]):gmatch('%S+') do languages[name] = true end

-- Returns the name of the language, or an empty string.
return function(block)
  for _, class in ipairs(block.classes) do
    local name = class:lower():gsub('^language%-', ''):gsub('^lang%-', ''):gsub('^src%-', ''):gsub('^sourcecode%-?', '')
    if languages[name] then return name end
  end
  return ''
end
