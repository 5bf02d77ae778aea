/** The two paths that the API is known to be served at, relative to the base URL (api.md of the store). */
export const knownApiPaths = ['/api/public/products', '/api/landing/public/products'] as const
