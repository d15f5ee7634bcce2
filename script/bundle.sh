# Defines bundle_is_current, which checks whether the bundle that script/bundle.ts writes is current. script/protean and
# script/setup set `root` and source this file.
bundle=$root/.setup/bundle
# In a Debian package or a container image, a file named `fixed` shows that the sources never change. Without the file
# `fixed`, the bundle is current if it is newer than all sources and their folders. The times of the folders are
# compared too, because deleting a module changes only the time of its folder.
bundle_is_current() {
  [ ! -e "$bundle/fixed" ] || return 0
  [ -e "$bundle/main.js" ] && [ -z "$(find "$root/package-lock.json" "$root/script/bundle.ts" "$root/packages" \
    \( -name node_modules -o -name __pycache__ -o -path "$root/packages/web" \) -prune -o \
    \( -type d -o -name '*.ts' -o -name '*.json' -o -name package-lock.json \) -newer "$bundle/main.js" -print -quit)" ]
}
