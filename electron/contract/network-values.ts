/** Where the way to a store comes from: this computer's own settings, an address of the person's, or always straight. */
export const proxyModes = ['system', 'manual', 'none'] as const
export type ProxyMode = (typeof proxyModes)[number]

/** Most certificate authorities that a person may add: a company has one or a few, a whole bundle is never needed. */
export const maxAuthorities = 50

/** Most hosts that are reached without the manual proxy. */
export const maxExceptions = 200

/** What is wrong with a proxy's address; a failure's `reason`. */
export const proxyProblems = ['empty', 'password', 'scheme', 'address'] as const
export type ProxyProblem = (typeof proxyProblems)[number]

/** Why a file brings no certificate authority; a failure's `reason`. */
export const authorityProblems = [
  'not-a-certificate',
  'private-key',
  'not-an-authority',
  'expired',
  'too-many',
  'too-large',
  'unreadable'
] as const
export type AuthorityProblem = (typeof authorityProblems)[number]

/**
 * Who says which way leads to a store: this computer's settings, its environment (`https_proxy`), the proxy that a person
 * entered, the exceptions to that one, or nobody, since proxies are off.
 */
export type ProxyOrigin = 'system' | 'environment' | 'manual' | 'exception' | 'off'
