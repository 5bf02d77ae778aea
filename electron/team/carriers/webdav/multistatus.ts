import { SaxesParser } from 'saxes'
import { CarrierFailure } from '../carrier'

/** What a folder holds, by the path that the server calls it. */
export interface Member {
  /** Decoded, from the first slash on, without one at its end; no dots in it. */
  path: string
  isFolder: boolean
}

const dav = 'DAV:'
/** Characters of a path, as it stands there. */
const maxHref = 8192
/** Elements inside one another: the answer's own are six. */
const maxDepth = 64
/** A device's segments in a folder, or the devices of a team. */
const maxMembers = 400_000

/**
 * Reads the answer to a PROPFIND: the folder itself and what is in it. The parser knows namespaces, stops at the first mistake, and
 * replaces only the entities that XML itself has; a document type, which could define others, fails with `invalid`, as does what is
 * none of this form.
 */
export function readMultistatus(bytes: Uint8Array): Member[] {
  const members: Member[] = []
  const parser = new SaxesParser({ xmlns: true })
  const open: string[] = []
  let href: string | null = null
  let isFolder = false

  parser.on('error', () => {
    throw invalid('is no XML')
  })
  parser.on('doctype', () => {
    throw invalid('has a document type')
  })
  parser.on('opentag', ({ uri, local }) => {
    const name = uri === dav ? local : ''
    if (open.length === 0 && name !== 'multistatus') throw invalid('is of another kind')
    open.push(name)
    if (open.length > maxDepth) throw invalid('is nested too deeply')
    if (isAt(open, 'response')) [href, isFolder] = [null, false]
    if (isAt(open, 'response', 'href')) href = ''
    if (isAt(open, 'response', 'propstat', 'prop', 'resourcetype', 'collection')) isFolder = true
  })
  parser.on('text', (text) => {
    if (!isAt(open, 'response', 'href')) return
    href = `${href ?? ''}${text}`
    if (href.length > maxHref) throw invalid('has a name that is too long')
  })
  parser.on('closetag', () => {
    const path = isAt(open, 'response') && href !== null ? pathOf(href.trim()) : null
    open.pop()
    if (path === null) return
    if (members.length > maxMembers) throw invalid('is too long')
    members.push({ path, isFolder })
  })
  parser.write(decoded(bytes)).close()
  return members
}

/** Whether the innermost open elements are these, right below the answer itself. */
function isAt(open: readonly string[], ...names: string[]): boolean {
  return open.length === names.length + 1 && names.every((name, at) => open[at + 1] === name)
}

/** A path or a whole address; null: neither, or one that cannot be decoded. Dots in it have been followed. */
function pathOf(href: string): string | null {
  const url = URL.parse(href, 'https://server.invalid')
  if (url === null || !/^https?:$/.test(url.protocol)) return null
  try {
    const path = decodeURIComponent(url.pathname)
    return path.endsWith('/') ? path.slice(0, -1) : path
  } catch {
    return null
  }
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw invalid('is not in UTF-8')
  }
}

function invalid(what: string): CarrierFailure {
  return new CarrierFailure('invalid', `the list that the file server sent ${what}`)
}
