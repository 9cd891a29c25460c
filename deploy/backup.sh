#!/bin/sh
# sh backup.sh FOLDER: a backup each day. Of each of the last seven days that have one the newest stays, so that neither days without a
# backup nor a clock that was set forward take the others away. A start makes one only where the newest is a day old. One that fails is
# tried again after ten minutes.
set -u
folder=$1
day=86400 retry=600 keep=7

now() { date -u +%s; }

# The backups by the moment in their names, in seconds since 1970, the newest first. Other files are left alone, and so are those of a
# time to come, which a clock that was wrong has left.
backups() {
  until=$(now)
  for file in "$folder"/????-??-??T??-??-??Z.gz; do
    name=$(basename "$file" Z.gz)
    time=$(echo "${name#*T}" | tr - :)
    at=$(date -u -d "${name%T*} $time" +%s 2>/dev/null) && [ "$at" -le "$until" ] && echo "$at $file"
  done | sort -rn
}

rotate() {
  last=''
  days=0
  backups | while read -r at file; do
    of=$((at / day))
    if [ "$of" = "$last" ] || [ "$days" -ge "$keep" ]; then rm -- "$file"; else last=$of days=$((days + 1)); fi
  done
}

trap 'exit 0' TERM INT
while :; do
  newest=$(backups | head -n 1 | cut -d ' ' -f 1)
  pause=$((${newest:-0} + day - $(now)))
  if [ "$pause" -le 0 ]; then
    rm -f -- "$folder"/*.gz.part
    if sightglass backup "$folder/$(date -u +%Y-%m-%dT%H-%M-%SZ).gz"; then
      rotate
      pause=$day
    else
      last="there has been none"
      [ -n "$newest" ] && last="the last good one is $((($(now) - newest) / 3600)) hours old"
      echo "The backup failed; $last. It is tried again in $((retry / 60)) minutes." >&2
      pause=$retry
    fi
  fi
  # A signal ends the wait at once.
  sleep "$pause" &
  wait $!
done
