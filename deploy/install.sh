#!/bin/sh
# sh deploy/install.sh FOLDER: packs this repository, and installs the package there without the embedded database.
set -eu
folder=$1
cd "$(dirname "$0")/.."
mkdir -p "$folder"
npm run pack -- --to "$folder"
cp deploy/backup.sh deploy/health.mjs "$folder"
cd "$folder"
npm install --omit=optional --no-audit --no-fund ./sightglass-*.tgz
rm ./sightglass-*.tgz
