const portalMarks =
  /WISPAccessGatewayParam|captive[\s-]?portal|\bhot-?spot\b|\bwi-?fi\b|\bguest network\b|\bnetwork (?:log-?in|sign-?in|access)\b/i
const asksSomething = /<form\b|<input\b|http-equiv\s*=\s*["']?refresh|\blocation(?:\.href|\.replace)?\s*[=(]/i
const signIn = /\b(?:log|sign)[\s-]?(?:in|on)\b|type\s*=\s*["']?password/i
const portalAddress = /portal|captive|hot-?spot|wi-?fi|\bguest\b|splash/i
const signInAddress = /log-?in|sign-?in|\bsso\b|\bauth\b/i

/** Whether an answer is a web page: by its type, or by how it begins. */
export function isHtml(contentType: string, text: string): boolean {
  return (
    /\bx?html\b/i.test(contentType) || /^\s*<(?:!doctype|html|head|body|script|meta|title|!--)/i.test(text)
  )
}

/**
 * Whether a web page in place of the answer is a network's sign-in page (9) rather than a wrong address (15).
 * A page that names Wi-Fi, a hotspot or a portal and asks for something is one over https too (companies
 * that look into TLS); over plain http, where any network can answer, a sign-in form is enough. `text` is
 * bounded by its caller.
 */
export function isCaptivePage(url: URL, text: string): boolean {
  if (!asksSomething.test(text)) return text.includes('WISPAccessGatewayParam')
  return portalMarks.test(text) || (url.protocol === 'http:' && signIn.test(text))
}

/**
 * Whether a redirect to another origin is a network's: to another host over plain http, or to an address that
 * speaks of a portal. One that merely speaks of signing in is the network's where any network can answer, over
 * plain http; over https it is the store's own. The same host on another scheme or port is a wrong address.
 */
export function isCaptiveRedirect(from: URL, to: URL): boolean {
  if (to.hostname === from.hostname) return false
  const address = to.host + to.pathname + to.search
  if (to.protocol === 'http:' || portalAddress.test(address)) return true
  return from.protocol === 'http:' && signInAddress.test(address)
}
