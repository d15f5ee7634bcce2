# Checks whether the bundle of script/bundle.ts is current. script/protean and script/setup source this file and set `root`.
bundle=$root/.setup/bundle
# The sources of a package or an image never change, which the file `fixed` states. Otherwise compares their times, and the times
# of folders too, because a deleted module changes only its folder.
bundle_is_current() {
  [ ! -e "$bundle/fixed" ] || return 0
  [ -e "$bundle/main.js" ] && [ -z "$(find "$root/package-lock.json" "$root/script/bundle.ts" "$root/packages" \
    \( -name node_modules -o -name __pycache__ -o -path "$root/packages/web" \) -prune -o \
    \( -type d -o -name '*.ts' -o -name '*.json' -o -name package-lock.json \) -newer "$bundle/main.js" -print -quit)" ]
}
