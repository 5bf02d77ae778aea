import { open } from 'node:fs/promises'
import { fail, ok, type Result } from '../contract/failure'
import type {
  AddedAuthorities,
  Authority,
  NetworkPreferencesState,
  ProxyChoice,
  ProxySettings
} from '../contract/network-preferences'
import { maxAuthorities, maxExceptions } from '../contract/preference-choices'
import type { Preferences, PreferencesChange } from '../contract/preferences'
import type { PreferencesStore } from '../settings'
import { authorityOf, readAuthorities } from './authorities'
import { isException, readProxyAddress, splitExceptions } from './proxy-settings'

/** Largest file that is read for certificates, in bytes: fifty of them take 100 KB. */
const maxFile = 1_000_000

export interface NetworkSettingsDeps {
  /** Their `onChange` must call `preferencesChanged`. */
  preferences: Pick<PreferencesStore, 'get' | 'set' | 'isLocked' | 'managed'>
  /** Asks the person for a file with certificates; null: none. */
  askForFile: () => Promise<string | null>
  /** Called when later requests take another route or trust other authorities. */
  onChange: () => void
  /** ms since 1970. */
  now?: () => number
}

/**
 * The network settings, for all stores. Changes apply from the next request on, and fail with `setting-locked` if the organization has
 * locked them.
 */
export interface NetworkSettings {
  state(): NetworkPreferencesState
  proxy(): ProxySettings
  /** The authorities (PEM) that are trusted besides the computer's own; the same array as long as they are the same. */
  authorities(): readonly string[]
  /** Fails with `input-invalid`: field `address` with a `ProxyProblem`, or `exceptions` with the entry that is none. */
  setProxy(choice: ProxyChoice): Promise<Result<NetworkPreferencesState>>
  /** Null: no file was chosen. Fails with `input-invalid` and an `AuthorityProblem`. */
  addAuthorities(): Promise<Result<AddedAuthorities | null>>
  removeAuthority(fingerprint: string): Promise<Result<NetworkPreferencesState>>
  /** Call after a change of the preferences, whichever. */
  preferencesChanged(): void
}

export function createNetworkSettings(deps: NetworkSettingsDeps): NetworkSettings {
  const { preferences, askForFile, onChange, now = Date.now } = deps
  /** Cached until it changes: every request reads it. */
  let current = ownPart(preferences.get())

  const state = (): NetworkPreferencesState => ({
    ...current.proxy,
    isProxyManaged: JSON.stringify(preferences.managed().proxy) === JSON.stringify(current.proxy),
    authorities: current.authorities.flatMap((pem) => {
      const authority = authorityOf(pem, now())
      const isManaged = preferences.managed().authorities?.includes(pem) ?? false
      return authority === null ? [] : [{ ...authority, isManaged }]
    }),
    locked: { proxy: preferences.isLocked('proxy'), authorities: preferences.isLocked('authorities') }
  })
  const change = async (changes: PreferencesChange): Promise<Result<NetworkPreferencesState>> => {
    const set = await preferences.set(changes)
    return set.ok ? ok(state()) : set
  }
  const add = async (pems: readonly string[], leftOut: number): Promise<Result<AddedAuthorities>> => {
    const known = current.authorities
    const fresh = pems.filter((pem) => !known.includes(pem))
    if (known.length + fresh.length > maxAuthorities) {
      return fail('input-invalid', { field: 'file', reason: 'too-many' })
    }
    const saved = fresh.length === 0 ? ok(state()) : await change({ authorities: [...known, ...fresh] })
    return saved.ok ? ok({ preferences: saved.value, added: fresh.length, leftOut }) : saved
  }

  return {
    state,
    proxy: () => current.proxy,
    authorities: () => current.authorities,
    async setProxy({ mode, address, exceptions }) {
      const entries = splitExceptions(exceptions)
      const stranger = entries.find((entry) => !isException(entry))
      if (stranger !== undefined) return fail('input-invalid', { field: 'exceptions', reason: stranger })
      const read = readProxyAddress(address)
      // Unused settings may be incomplete, but are not saved so.
      if (mode === 'manual' && !read.ok) return read
      const usable = read.ok ? read.value : current.proxy.address
      return change({ proxy: { mode, address: usable, exceptions: entries.slice(0, maxExceptions) } })
    },
    async addAuthorities() {
      if (preferences.isLocked('authorities')) return fail('setting-locked', { field: 'authorities' })
      const path = await askForFile()
      if (path === null) return ok(null)
      const bytes = await readBounded(path)
      const read = bytes.ok ? readAuthorities(bytes.value, now()) : bytes
      return read.ok ? add(read.value.pems, read.value.leftOut) : read
    },
    removeAuthority: (fingerprint) =>
      change({
        authorities: current.authorities.filter(
          (pem) => fingerprintOf(authorityOf(pem, now())) !== fingerprint
        )
      }),
    preferencesChanged() {
      const next = ownPart(preferences.get())
      if (JSON.stringify(next) === JSON.stringify(current)) return
      const isSame = next.authorities.join() === current.authorities.join()
      current = isSame ? { ...next, authorities: current.authorities } : next
      onChange()
    }
  }
}

function ownPart({ proxy, authorities }: Preferences): Pick<Preferences, 'proxy' | 'authorities'> {
  return { proxy, authorities }
}

function fingerprintOf(authority: Authority | null): string | null {
  return authority?.fingerprint ?? null
}

async function readBounded(path: string): Promise<Result<Buffer>> {
  try {
    const file = await open(path)
    try {
      if ((await file.stat()).size > maxFile)
        return fail('input-invalid', { field: 'file', reason: 'too-large' })
      return ok(await file.readFile())
    } finally {
      await file.close()
    }
  } catch {
    return fail('input-invalid', { field: 'file', reason: 'unreadable' })
  }
}
