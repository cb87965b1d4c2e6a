#!/bin/sh
# Installs the gallery into a home, without root.
#
#   ./install.sh [FOLDER]             into FOLDER, by default ~/.local
#   ./install.sh --remove [FOLDER]    takes the program away, and leaves your photographs
set -eu
files="bin/aviary share/man/man1/aviary.1.gz share/bash-completion/completions/aviary share/doc/aviary/copyright
    share/zsh/site-functions/_aviary share/fish/vendor_completions.d/aviary.fish"
remove=
case ${1-} in
    --remove) remove=yes; shift ;;
    -*) sed -n 's/^#   //p' "$0" >&2; exit 2 ;;
esac
prefix=$(realpath -m "${1:-$HOME/.local}")
unit=${XDG_CONFIG_HOME:-$HOME/.config}/systemd/user/aviary.service
data=${XDG_DATA_HOME:-$HOME/.local/share}/aviary
cd "$(dirname "$0")"

if [ "$remove" ]; then
    if command -v systemctl >/dev/null; then systemctl --user disable --now aviary >/dev/null 2>&1 || true; fi
    for file in $files; do rm -f "$prefix/$file"; done
    rm -f "$unit"
    echo "Aviary is removed. Your data is still in $data."
    exit
fi

missing=$(ldd bin/aviary 2>&1 | sed -n 's/^[[:space:]]*\([^ ]*\) => not found$/\1/p' | tr '\n' ' ')
# The program loads this one when it decodes a picture.
/sbin/ldconfig -p | grep -q 'libvips\.so\.42' || missing="${missing}libvips.so.42"
if [ "$missing" ]; then
    echo "Libraries of the system are missing: $missing" >&2
    echo "Debian 12 has them in these packages: libvips42 @PACKAGES@" >&2
    exit 1
fi
for file in $files; do
    mkdir -p "$prefix/${file%/*}"
    # A program that runs keeps its own file.
    rm -f "$prefix/$file"
    cp "$file" "$prefix/$file"
done
mkdir -p "${unit%/*}"
cat >"$unit" <<UNIT
[Unit]
Description=Aviary, a gallery

[Service]
ExecStart="$prefix/bin/aviary" serve --no-supervisor
Environment=LIBDISPATCH_LOG=NO
Environment=MALLOC_ARENA_MAX=1
KillMode=mixed
TimeoutStopSec=30
Restart=on-failure
RestartSec=3
RestartPreventExitStatus=64

[Install]
WantedBy=default.target
UNIT
echo "Aviary is in $prefix. Start it: $prefix/bin/aviary serve"
echo "To have it start when you log in: systemctl --user enable --now aviary"
