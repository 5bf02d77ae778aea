/** Nesting deeper than this is not a list of products (the real depth is 4). */
const maxDepth = 64
/** Objects and arrays in one answer; 1,000 items need about a thousand. */
const maxContainers = 500_000

/**
 * Parses UTF-8 JSON, a byte-order mark allowed. `'too-complex'` when it
 * would cost far more memory than its bytes suggest (43): ten million empty arrays fit into 20 MB.
 */
export function parseJson(bytes: Uint8Array): { value: unknown } | 'not-json' | 'too-complex' {
  if (isTooComplex(bytes)) return 'too-complex'
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return { value }
  } catch {
    return 'not-json'
  }
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
