#!/bin/sh
# Runs a command in an image's files, as a container does that is started with --read-only,
# --tmpfs /tmp, --cap-drop all and no-new-privileges: enter.sh ROOT USER FOLDER COMMAND …
# To be called in namespaces of its own for mounts and processes, with the image's environment.
set -e
root=$1 user=${2%:*} group=${2#*:} folder=$3
shift 3
mount --make-rprivate /
mount --bind "$root" "$root"
mount -o remount,bind,ro "$root"
mount -t tmpfs -o mode=1777,size=64m tmpfs "$root/tmp"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
exec chroot "$root" env -C "$folder" setpriv --reuid "$user" --regid "$group" --clear-groups \
    --no-new-privs --inh-caps=-all --bounding-set=-all -- "$@"
