import { lookup, type LookupAddress } from 'node:dns'
import { promisify } from 'node:util'
import type { LookupFunction } from 'node:net'
import { isSpecialAddress } from './address-guard'

/** All addresses of a name, in the system's order. */
export type ResolveName = (hostname: string) => Promise<LookupAddress[]>

/** Ends a connection to a name with a special address. */
export class PrivateAddressError extends Error {}

const systemLookup = promisify(lookup)

/** Asks the operating system, hosts file included, as browsers do. */
export const resolveBySystem: ResolveName = (hostname) => systemLookup(hostname, { all: true })

/**
 * A `lookup` for sockets that refuses a name when any of its addresses is special. The socket connects to the
 * very addresses that were checked, so that a name which answers differently a moment later (DNS rebinding)
 * gains nothing.
 */
export function guardedLookup(resolve: ResolveName): LookupFunction {
  return lookupWith(async (hostname) => {
    const addresses = await resolve(hostname)
    if (!addresses.some(({ address }) => isSpecialAddress(address))) return addresses
    throw new PrivateAddressError(`${hostname} has a special address`)
  })
}

/** The same without the check: for hosts that are allowed to be private. */
export function openLookup(resolve: ResolveName): LookupFunction {
  return lookupWith(resolve)
}

function lookupWith(resolve: ResolveName): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const [first] = addresses
        if (first === undefined) callback(notFound(hostname), [])
        else if (options.all === true) callback(null, addresses)
        else callback(null, first.address, first.family)
      },
      (error: unknown) => callback(error instanceof Error ? error : notFound(hostname), [])
    )
  }
}

function notFound(hostname: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${hostname} has no address`), { code: 'ENOTFOUND' })
}
