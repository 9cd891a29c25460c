#!/bin/sh
# sh backup.sh FOLDER: a backup each day, of which the newest seven are kept.
set -eu
while :; do
  sightglass backup "$1/$(date -u +%Y-%m-%dT%H-%M-%SZ).gz"
  find "$1" -name '*.gz' | sort -r | tail -n +8 | xargs -r rm --
  sleep 86400
done
