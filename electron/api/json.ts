/** Nesting deeper than this is not a list of products (the real depth is 4). */
const maxDepth = 64
/** Objects and arrays in one answer; 1,000 items need about a thousand. */
const maxContainers = 500_000

/** Bytes of an answer that cannot hold more than `maxContainers`: the smallest take two. */
const surelySimple = 2 * maxContainers

/**
 * Parses UTF-8 JSON, a byte-order mark allowed. `'too-complex'` when it would cost far more memory than its bytes suggest
 * (43): ten million empty arrays fit into 20 MB. An answer too small for that is parsed first and looked at afterwards,
 * which takes half as long.
 */
export function parseJson(bytes: Uint8Array): { value: unknown } | 'not-json' | 'too-complex' {
  const isSmall = bytes.byteLength <= surelySimple
  if (!isSmall && isTooComplex(bytes)) return 'too-complex'
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return isSmall && isDeeperThan(value, maxDepth) ? 'too-complex' : { value }
  } catch {
    return isSmall && isTooComplex(bytes) ? 'too-complex' : 'not-json'
  }
}

/** Whether arrays and objects are nested in more levels than these. */
function isDeeperThan(value: unknown, levels: number): boolean {
  if (!isContainer(value)) return false
  if (levels === 0) return true
  if (Array.isArray(value)) return value.some((part) => isDeeperThan(part, levels - 1))
  // Without a list of its parts, and without a call for each: this is done for every product of a sync.
  for (const name in value) {
    if (typeof value[name] === 'object' && isDeeperThan(value[name], levels - 1)) return true
  }
  return false
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

const quote = 0x22
const backslash = 0x5c
const isOpening = (byte: number): boolean => byte === 0x5b || byte === 0x7b
const isClosing = (byte: number): boolean => byte === 0x5d || byte === 0x7d

/** Looks at bytes only, so that nothing is built for an answer that is going to be refused. */
function isTooComplex(bytes: Uint8Array): boolean {
  let depth = 0
  let containers = 0
  let inText = false
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    if (inText) {
      if (byte === backslash) at++
      else if (byte === quote) inText = false
    } else if (byte === quote) {
      inText = true
    } else if (isOpening(byte)) {
      depth++
      containers++
      if (depth > maxDepth || containers > maxContainers) return true
    } else if (isClosing(byte)) {
      depth--
    }
  }
  return false
}
