import ipaddr from 'ipaddr.js'

/** Whether a URL's host name means this computer: localhost and its subdomains, 127/8, ::1. */
export function isLoopback(hostname: string): boolean {
  const name = hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
  if (name === 'localhost' || name.endsWith('.localhost')) return true
  return ipaddr.isValid(name) && ipaddr.process(name).range() === 'loopback'
}

/** Whether a server can have that name: the URL parser lets empty and overlong labels through. */
export function isHostUsable(hostname: string): boolean {
  if (hostname.startsWith('[')) return true
  const labels = hostname.replace(/\.$/, '').split('.')
  return hostname.length <= 254 && labels.every((label) => /^[a-z0-9_-]{1,63}$/.test(label))
}
