#!/bin/sh
# Makes a base for the bot image where no image can be pulled: a minimal Debian with its Python, imported into
# the Docker engine. Takes about a minute. Needs root, debootstrap and a running engine.
#
#   sudo sandbox/image/debian-base.sh [TAG]        default: tenfold-base:bookworm
#   python -m sandbox.image build --base TAG
set -eu

tag="${1:-tenfold-base:bookworm}"
suite="${tag##*:}"
if [ "$suite" = "$tag" ]; then suite=bookworm; fi

say() { echo "debian-base: $*" >&2; }
[ "$(id -u)" = 0 ] || { say "run this as root, for debootstrap makes device files and owners"; exit 1; }
for need in debootstrap docker; do
    command -v "$need" >/dev/null || { say "$need is missing: apt-get install debootstrap docker.io"; exit 1; }
done
docker info >/dev/null 2>&1 || { say "no Docker engine answers: start one (dockerd), then run this again"; exit 1; }

root="$(mktemp -d)"
trap 'rm -rf --one-file-system "$root"' EXIT
debootstrap --variant=minbase --include=python3 "$suite" "$root" >&2
rm -rf "$root"/var/cache/apt/archives/*.deb "$root"/var/lib/apt/lists/*
tar -C "$root" -c . | docker import - "$tag"
say "$tag is ready"
