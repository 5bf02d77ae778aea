/** Scheme and host of everything that the window may show. */
export const appScheme = 'app'
export const appHost = 'bundle'
export const appOrigin = `${appScheme}://${appHost}`
export const startUrl = `${appOrigin}/index.html`
