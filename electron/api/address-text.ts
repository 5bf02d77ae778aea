import type { AddressRepair } from '../contract/connection'
import { isLoopback } from './host'

/** White space, controls and characters without width, which copying from a page or a chat brings along. */
const unseen = /[\s\u0000-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g

const wrappings = ['""', "''", '``', '<>', '()', '“”', '‘’', '«»', '„“'] as const

/** The text without unseen characters, the quotes or brackets around it, and punctuation after it. */
export function withoutWrapping(text: string): string {
  let bare = text.replace(unseen, '')
  for (;;) {
    const inner = unwrap(bare).replace(/[,;.]+$/, '')
    if (inner === bare) return bare
    bare = inner
  }
}

function unwrap(text: string): string {
  const wrapped = wrappings.some(
    ([open, close]) => text.length >= 2 && text.startsWith(open ?? '') && text.endsWith(close ?? '')
  )
  return wrapped ? text.slice(1, -1) : text
}

/**
 * The text with `http://` or `https://` in front: as it says, else http for loopback and https for the rest.
 * null when it has another scheme or is empty.
 */
export function withScheme(text: string, repairs: Set<AddressRepair>): string | null {
  const single = text.replace(/^(?:https?:[/\\]*)+(?=https?:)/i, '')
  if (single !== text) repairs.add('trimmed')
  const stated = /^(https?):([/\\]*)(.*)$/i.exec(single)
  if (stated) {
    if (stated[2] !== '//') repairs.add('slashes-collapsed')
    return `${stated[1] ?? ''}://${stated[3] ?? ''}`
  }
  // `shop.example:8443` is a host and a port, `mailto:…` is another scheme.
  if (/^[a-z][a-z0-9+.-]*:(?!\d{1,5}(?:[/\\?#]|$))/i.test(single)) return null
  const rest = single.replace(/^[/\\]+/, '')
  if (rest === '') return null
  repairs.add('scheme-added')
  const host = URL.parse(`https://${rest}`)?.hostname ?? ''
  return `${isLoopback(host) ? 'http' : 'https'}://${rest}`
}
