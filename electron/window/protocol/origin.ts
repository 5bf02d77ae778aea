/** Scheme and host of everything that the window may show. */
export const appScheme = 'app'
export const appHost = 'bundle'
export const appOrigin = `${appScheme}://${appHost}`
export const startUrl = `${appOrigin}/index.html`

/** A reload of the page counts as a navigation to its own origin. */
export function isOwnUrl(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && `${url.protocol}//${url.host}` === appOrigin
}
