/** As much of a page as is looked at. */
const glance = 64 * 1024

const portalMarks =
  /WISPAccessGatewayParam|captive[\s-]?portal|\bhot-?spot\b|\bwi-?fi\b|\bguest network\b|\bnetwork (?:log-?in|sign-?in|access)\b/i
const asksSomething = /<form\b|<input\b|http-equiv\s*=\s*["']?refresh|\blocation(?:\.href|\.replace)?\s*[=(]/i
const signIn = /\b(?:log|sign)[\s-]?(?:in|on)\b|type\s*=\s*["']?password/i
const signInAddress = /log-?in|sign-?in|\bsso\b|portal|captive|hot-?spot|wi-?fi|\bguest\b|splash|\bauth\b/i

/** Whether an answer is a web page: by its type, or by how it begins. */
export function isHtml(contentType: string, text: string): boolean {
  return (
    /\bx?html\b/i.test(contentType) || /^\s*<(?:!doctype|html|head|body|script|meta|title|!--)/i.test(text)
  )
}

/**
 * Whether a web page in place of the answer is a network's sign-in page (9) rather than a wrong address (15).
 * A page that names Wi-Fi, a hotspot or a portal and asks for something is one over https too (companies
 * that look into TLS); over plain http, where any network can answer, a sign-in form is enough.
 */
export function isCaptivePage(url: URL, text: string): boolean {
  const seen = text.slice(0, glance)
  if (!asksSomething.test(seen)) return seen.includes('WISPAccessGatewayParam')
  return portalMarks.test(seen) || (url.protocol === 'http:' && signIn.test(seen))
}

/**
 * Whether a redirect to another origin is a network's: to another host over plain http, or to an address that
 * speaks of signing in. The same host on another scheme or port is a wrong address of the store.
 */
export function isCaptiveRedirect(from: URL, to: URL): boolean {
  if (to.hostname === from.hostname) return false
  return to.protocol === 'http:' || signInAddress.test(to.host + to.pathname + to.search)
}
