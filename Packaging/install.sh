#!/bin/sh
# Installs the gallery into a home, without root.
#
#   ./install.sh [FOLDER]             into FOLDER, by default ~/.local
#   ./install.sh --remove [FOLDER]    takes the program away, and leaves your photographs and settings
set -eu
files="bin/aviary share/man/man1/aviary.1.gz share/bash-completion/completions/aviary share/doc/aviary/*
    share/zsh/site-functions/_aviary share/fish/vendor_completions.d/aviary.fish"
remove=
case ${1-} in
    --remove) remove=yes; shift ;;
    -*) sed -n 's/^#   //p' "$0" >&2; exit 2 ;;
esac
prefix=$(realpath -m "${1:-$HOME/.local}")
unit=${XDG_CONFIG_HOME:-$HOME/.config}/systemd/user/aviary.service
settings=${XDG_CONFIG_HOME:-$HOME/.config}/aviary/aviary.env
data=${XDG_DATA_HOME:-$HOME/.local/share}/aviary
cd "$(dirname "$0")"

if [ "$remove" ]; then
    if command -v systemctl >/dev/null; then systemctl --user disable --now aviary >/dev/null 2>&1 || true; fi
    for file in $files; do rm -f "$prefix/$file"; done
    rm -f "$unit"
    echo "Aviary is removed. Your data is still in $data, and your settings in $settings."
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
# An upgrade leaves the settings as they are. They may have a token.
if [ ! -e "$settings" ]; then
    mkdir -p "${settings%/*}"
    (umask 077 && cat >"$settings") <<SETTINGS
# Settings of the service aviary. After a change: systemctl --user restart aviary

# Further options of \`aviary serve\`; \`man aviary\` lists them. If others have an account here, write:
# AVIARY_OPTIONS=--require-token
# For phones in your network write: AVIARY_OPTIONS=--host 0.0.0.0
AVIARY_OPTIONS=

# A token of your own, of 20 characters or more. Without it the service makes one where it needs one.
#AVIARY_TOKEN=
SETTINGS
fi
mkdir -p "${unit%/*}"
cat >"$unit" <<UNIT
[Unit]
Description=Aviary, a gallery

[Service]
EnvironmentFile=-%E/aviary/aviary.env
ExecStart="$prefix/bin/aviary" serve --no-supervisor \$AVIARY_OPTIONS
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
echo "Its options are in $settings"
