/** Which proxy asks for a name and password. */
export interface AskingProxy {
  isProxy: boolean
  host: string
  port: number
}

const ports = new Map([
  ['PROXY', '80'],
  ['HTTP', '80'],
  ['HTTPS', '443']
])

/**
 * The name and password that a PAC result has for a proxy (`PROXY ada:secret@a.example:8080`, as an environment variable may
 * hold it); null: none for that one. They go to that proxy alone.
 */
export function proxyPassword(pac: string, asking: AskingProxy): { name: string; password: string } | null {
  if (!asking.isProxy) return null
  for (const entry of pac.split(';')) {
    const [word = '', place = ''] = entry.trim().split(/\s+/)
    const url = ports.has(word) ? URL.parse(`http://${place}`) : null
    if (url === null || url.username === '') continue
    const port = /:(\d+)$/.exec(place)?.[1] ?? ports.get(word)
    if (url.hostname !== asking.host || Number(port) !== asking.port) continue
    return { name: decodeURIComponent(url.username), password: decodeURIComponent(url.password) }
  }
  return null
}
