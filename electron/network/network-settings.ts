import { open } from 'node:fs/promises'
import { fail, ok, type Result } from '../contract/failure'
import type {
  AddedAuthorities,
  Authority,
  NetworkPreferences,
  NetworkPreferencesState,
  ProxyChoice
} from '../contract/network-preferences'
import { maxAuthorities } from '../contract/network-values'
import { authorityOf, readAuthorities } from './authorities'
import { readProxyAddress } from './proxy-address'
import { isException, splitExceptions } from './proxy-exceptions'

/** Largest file that is read for certificates, in bytes: fifty of them take 100 KB. */
const maxFile = 1_000_000

export interface NetworkSettingsDeps {
  /** As they are kept now: the same object as long as nothing of them changes. */
  get: () => NetworkPreferences
  /** Fails with `storage-failed`; then nothing is another. */
  keep: (preferences: NetworkPreferences) => Promise<Result<null>>
  /** Asks the person for a file with certificates; null: none. */
  askForFile: () => Promise<string | null>
  /** What is asked for next goes another way, or trusts others. */
  onChange: () => void
  /** ms since 1970. */
  now?: () => number
}

/** How this computer reaches the network, for all stores. What is changed holds from the next request on. */
export interface NetworkSettings {
  state(): NetworkPreferencesState
  /** The authorities (PEM) that are trusted besides the computer's own; the same array as long as they are the same. */
  authorities(): readonly string[]
  /** Fails with `input-invalid` (field `address` with a `ProxyProblem`, or `exceptions` with the entry) or `storage-failed`. */
  setProxy(choice: ProxyChoice): Promise<Result<NetworkPreferencesState>>
  /** Null: no file was chosen. Fails with `input-invalid` and an `AuthorityProblem`, or with `storage-failed`. */
  addAuthorities(): Promise<Result<AddedAuthorities | null>>
  removeAuthority(fingerprint: string): Promise<Result<NetworkPreferencesState>>
}

export function createNetworkSettings(deps: NetworkSettingsDeps): NetworkSettings {
  const { get, askForFile, onChange, now = Date.now } = deps

  const state = (): NetworkPreferencesState => {
    const { proxy, proxyAddress, proxyExceptions, authorities } = get()
    return {
      mode: proxy,
      address: proxyAddress,
      exceptions: proxyExceptions,
      authorities: authorities.map((pem) => authorityOf(pem, now())).filter((each) => each !== null)
    }
  }
  const keep = async (changes: Partial<NetworkPreferences>): Promise<Result<NetworkPreferencesState>> => {
    const kept = await deps.keep({ ...get(), ...changes })
    if (!kept.ok) return kept
    onChange()
    return ok(state())
  }
  const add = async (pems: readonly string[], leftOut: number): Promise<Result<AddedAuthorities>> => {
    const known = get().authorities
    const fresh = pems.filter((pem) => !known.includes(pem))
    if (known.length + fresh.length > maxAuthorities) {
      return fail('input-invalid', { field: 'file', reason: 'too-many' })
    }
    const kept = fresh.length === 0 ? ok(state()) : await keep({ authorities: [...known, ...fresh] })
    return kept.ok ? ok({ preferences: kept.value, added: fresh.length, leftOut }) : kept
  }

  return {
    state,
    authorities: () => get().authorities,
    async setProxy({ mode, address, exceptions }) {
      const entries = splitExceptions(exceptions)
      const stranger = entries.find((entry) => !isException(entry))
      if (stranger !== undefined) return fail('input-invalid', { field: 'exceptions', reason: stranger })
      const read = readProxyAddress(address)
      // What is not used may be left half written, but is not kept so.
      if (mode === 'manual' && !read.ok) return read
      return keep({
        proxy: mode,
        proxyExceptions: entries.slice(0, 200),
        ...(read.ok ? { proxyAddress: read.value } : {})
      })
    },
    async addAuthorities() {
      const path = await askForFile()
      if (path === null) return ok(null)
      const bytes = await readBounded(path)
      const read = bytes.ok ? readAuthorities(bytes.value, now()) : bytes
      return read.ok ? add(read.value.pems, read.value.leftOut) : read
    },
    removeAuthority: (fingerprint) =>
      keep({
        authorities: get().authorities.filter((pem) => fingerprintOf(authorityOf(pem, now())) !== fingerprint)
      })
  }
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
