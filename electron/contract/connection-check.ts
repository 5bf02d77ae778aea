import type { KeychainState } from './connection'
import type { Failure } from './failure'
import type { ProxyOrigin } from './preference-choices'

/** What a connection check looks at, in this order. */
export const checkSteps = [
  'network',
  'proxy',
  'name',
  'connect',
  'certificate',
  'clock',
  'keychain',
  'key',
  'answer'
] as const
export type CheckStep = (typeof checkSteps)[number]

/** `warning`: it works, or may, but somebody should know. `skipped`: there was nothing to look at, or no way to. */
export type CheckState = 'waiting' | 'running' | 'ok' | 'warning' | 'problem' | 'skipped'

/** What is told of a certificate. Its names are untrusted text. */
export interface SeenCertificate {
  subject: string
  issuer: string
  /** ms since 1970. */
  validFrom: number
  validTo: number
}

/** What a check found, by code; the renderer has words for each, and advice where something is to be done. */
export type CheckResult =
  /** A step before it failed, so that there is nothing to look at. */
  | { code: 'not-reached' }
  | { code: 'failed'; failure: Failure }
  // network
  | { code: 'online' }
  | { code: 'offline' }
  /** The store runs on this computer. */
  | { code: 'own-computer' }
  // proxy
  | { code: 'straight'; origin: ProxyOrigin }
  | { code: 'proxied'; origin: ProxyOrigin; proxy: string }
  // name
  | { code: 'resolved'; addresses: string[] }
  /** The store's address has numbers in place of a name. */
  | { code: 'no-name' }
  | { code: 'resolved-by-proxy'; proxy: string }
  // connect: `to` and the others are hosts or addresses with their port; `duration` in ms
  | { code: 'connected'; to: string; duration: number }
  | { code: 'partly-connected'; to: string; silent: string[] }
  // certificate
  | { code: 'trusted'; certificate: SeenCertificate; authority: string; isAdded: boolean }
  /** As `trusted`, for only so many more days. */
  | { code: 'expiring'; certificate: SeenCertificate; authority: string; isAdded: boolean; days: number }
  /** `certificate`: null where it could not be seen. */
  | { code: 'distrusted'; failure: Failure; certificate: SeenCertificate | null }
  | { code: 'unencrypted' }
  | { code: 'no-certificate' }
  // clock; ms that this computer's is ahead of the store's
  | { code: 'clock-right' }
  | { code: 'clock-off'; ahead: number }
  | { code: 'clock-unknown' }
  // keychain
  | { code: 'keychain-open' }
  | { code: 'session-only' }
  | { code: 'keychain-shut'; keychain: Extract<KeychainState, { available: false }> }
  // key
  | { code: 'key-accepted' }
  /** There is one; whether the store takes it is not known. */
  | { code: 'key-unproven' }
  // answer; `duration` in ms
  | { code: 'answered'; items: number; setAside: number; totalItems: number | null; duration: number }

export interface Check {
  step: CheckStep
  state: CheckState
  /** null while it waits or runs. */
  result: CheckResult | null
}

/** How a connection does, step by step. Holds no secret. */
export interface ConnectionReport {
  connectionId: string
  /** The store's host, with its port where it is not the scheme's own. */
  host: string
  /** ms since 1970. */
  startedAt: number
  isRunning: boolean
  /** One for each step, in their order. */
  checks: Check[]
}

/** What Test connection looks at, in this order. */
export const testSteps = ['address', 'network', 'certificate', 'path', 'key', 'user', 'answer'] as const
export type TestStep = (typeof testSteps)[number]

/** The two paths that the API is known to be served at, relative to the base URL (api.md of the store). */
export const knownApiPaths = ['/api/public/products', '/api/landing/public/products'] as const
