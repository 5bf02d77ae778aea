/**
 * Whether a URL is reached without a proxy: its host is this computer, which never is behind one, or the list names it. An
 * entry is a host, which stands for its subdomains too (`example.com`, `.example.com`, `*.example.com`), with or without a
 * port, `<local>` for names without a dot, or `*` for all.
 */
export function isExempt({ hostname, port, protocol }: URL, exceptions: readonly string[]): boolean {
  if (hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')) return true
  const ownPort = port || (protocol === 'http:' ? '80' : '443')
  return exceptions.some((entry) => {
    const [, name = '', entryPort] = /^(?:\*?\.)?(.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? []
    if (entry === '*') return true
    if (entry === '<local>') return !hostname.includes('.') && !hostname.startsWith('[')
    if (name === '' || (entryPort !== undefined && entryPort !== ownPort)) return false
    return hostname === name || hostname.endsWith(`.${name}`)
  })
}

/** The entries of a list as people and environments write them. */
export function splitExceptions(text: string): string[] {
  return text.split(/[\s,;]+/).filter((entry) => entry !== '')
}

/** Whether an entry is one that `isExempt` understands. */
export function isException(entry: string): boolean {
  return /^(\*|<local>|\[[0-9a-f:.]+\](:\d{1,5})?|(\*?\.)?[\p{L}\p{N}_-][\p{L}\p{N}._-]*(:\d{1,5})?)$/iu.test(
    entry
  )
}
