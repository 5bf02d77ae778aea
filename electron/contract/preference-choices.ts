import { defaultPictureLimit } from './picture-values'
import type { Preferences } from './preferences'

/** `system`: light or dark as the computer is. Free of zod, as all of this file, so that the renderer can load it. */
export const appearances = ['system', 'light', 'dark'] as const
export type Appearance = (typeof appearances)[number]

/** Percent of the usual size of texts, and of all that is measured by them. */
export const textSizes = { least: 100, most: 200, offered: [100, 110, 125, 150, 175, 200] } as const

/** `ask`: looks for a new version by itself and asks before it is installed · `off`: only when a person looks. */
export const updateChecks = ['ask', 'off'] as const

/** What holds where neither a person nor the organization has said anything. */
export const defaultPreferences: Preferences = {
  appearance: 'system',
  density: 'comfortable',
  textSize: 100,
  language: 'system',
  numberFormat: 'system',
  syncSchedule: 'hourly',
  notifications: true,
  background: false,
  pictureLimit: defaultPictureLimit,
  askReason: true,
  ownReasons: [],
  updates: 'ask',
  letterKeys: true,
  keys: {},
  proxy: { mode: 'system', address: '', exceptions: [] },
  authorities: []
}

/** Items per page that the pager offers. Free of zod, so that the renderer can load it. */
export const pageSizes = [10, 25, 50, 100, 200] as const

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
