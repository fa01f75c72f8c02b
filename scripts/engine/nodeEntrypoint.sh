#!/bin/sh
set -e
# What is no program is an argument of node.
if [ "${1#-}" != "${1}" ] || [ -z "$(command -v "${1}")" ]; then set -- node "$@"; fi
exec "$@"
