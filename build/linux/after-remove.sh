#!/bin/bash
# Runs as root after the files are gone; at an update the new version's after-install runs later.
set -e

profile='/etc/apparmor.d/${executable}'
if [ -f "$profile" ]; then
  # Otherwise the kernel would keep it until the next start.
  if command -v apparmor_status > /dev/null && apparmor_status --enabled 2> /dev/null; then
    if ! { command -v ischroot > /dev/null && ischroot; }; then
      apparmor_parser --remove "$profile" || true
    fi
  fi
  rm -f "$profile"
fi
