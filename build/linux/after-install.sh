#!/bin/bash
# Runs as root after the files are in place, at an update too.
set -e

# Chromium's sandbox stands on user namespaces; only where the kernel has none it needs a program of root's.
if [ -L /proc/self/ns/user ] && unshare --user true 2> /dev/null; then
  chmod 0755 '/opt/${sanitizedProductName}/chrome-sandbox'
else
  chmod 4755 '/opt/${sanitizedProductName}/chrome-sandbox'
fi

# Ubuntu 24.04 and later allow user namespaces only to programs with a profile. An AppArmor that cannot read it needs none.
profile='/opt/${sanitizedProductName}/resources/apparmor-profile'
if command -v apparmor_status > /dev/null && apparmor_status --enabled 2> /dev/null; then
  if apparmor_parser --skip-kernel-load --skip-cache --debug "$profile" > /dev/null 2>&1; then
    cp -f "$profile" '/etc/apparmor.d/${executable}'
    # An image that is made in a chroot has no kernel of its own to tell.
    if ! { command -v ischroot > /dev/null && ischroot; }; then
      apparmor_parser --replace --write-cache --skip-read-cache '/etc/apparmor.d/${executable}'
    fi
  fi
fi
