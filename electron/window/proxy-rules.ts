/** Schemes of Chromium's proxy rules for the words of a PAC result. */
const schemes = new Map([
  ['PROXY', 'http'],
  ['HTTP', 'http'],
  ['HTTPS', 'https'],
  ['SOCKS', 'socks4'],
  ['SOCKS4', 'socks4'],
  ['SOCKS5', 'socks5']
])

/**
 * What a PAC file answered for one URL, as a session of Electron takes it for all: `PROXY a:80; DIRECT` is
 * `http://a:80,direct://`. A name and password before the host are left out: Chromium takes none there.
 */
export function proxyRules(pac: string): { mode: 'direct' } | { mode: 'fixed_servers'; proxyRules: string } {
  const servers = pac.split(';').flatMap((entry) => {
    const [word = '', place = ''] = entry.trim().split(/\s+/)
    if (word === 'DIRECT') return ['direct://']
    const scheme = schemes.get(word)
    return scheme === undefined || place === ''
      ? []
      : [`${scheme}://${place.slice(place.lastIndexOf('@') + 1)}`]
  })
  const isDirect = servers.length === 0 || servers[0] === 'direct://'
  return isDirect ? { mode: 'direct' } : { mode: 'fixed_servers', proxyRules: servers.join(',') }
}
