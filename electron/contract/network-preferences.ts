import { z } from 'zod'
import { maxAuthorities, proxyModes, type ProxyMode } from './network-values'

/** `http://host:port`, `https://…` or `socks5://…`; never with a user or password, which would lie open in a file. */
const proxyAddressSchema = z
  .string()
  .max(300)
  .regex(/^(https?|socks5):\/\/[^\s/@?#]+:\d{1,5}$/)

/** How this computer reaches the network, as it is kept between runs: one for all stores. Holds no secret. */
export const networkPreferencesSchema = z.object({
  proxy: z.enum(proxyModes).catch('system'),
  /** Kept also while another mode is chosen; '': none was ever given. */
  proxyAddress: z.union([z.literal(''), proxyAddressSchema]).catch(''),
  /** Hosts that are reached without the manual proxy. */
  proxyExceptions: z.array(z.string().min(1).max(260)).max(200).catch([]),
  /** Certificate authorities (PEM) that are trusted besides the computer's own. */
  authorities: z.array(z.string().max(20_000)).max(maxAuthorities).catch([])
})
export type NetworkPreferences = z.infer<typeof networkPreferencesSchema>

/** What a first start begins with, and what a damaged part of the file becomes. */
export const defaultNetworkPreferences: NetworkPreferences = {
  proxy: 'system',
  proxyAddress: '',
  proxyExceptions: [],
  authorities: []
}

/** As a person writes it: the address is put right or refused, see `network:set-proxy`. */
export const proxyChoiceSchema = z.object({
  mode: z.enum(proxyModes),
  address: z.string().max(2000),
  /** Separated by blanks, commas, semicolons or line breaks. */
  exceptions: z.string().max(60_000)
})
export type ProxyChoice = z.infer<typeof proxyChoiceSchema>

export const authorityNameSchema = z.object({ fingerprint: z.string().max(200) })

/** A certificate authority that a person added. Its names are what the file says: untrusted text. */
export interface Authority {
  /** SHA-256, as `AB:CD:…`. */
  fingerprint: string
  subject: string
  issuer: string
  /** ms since 1970. */
  validFrom: number
  validTo: number
  state: 'valid' | 'expired' | 'not-yet'
}

export interface NetworkPreferencesState {
  mode: ProxyMode
  address: string
  exceptions: string[]
  authorities: Authority[]
}

/** What a chosen file brought. */
export interface AddedAuthorities {
  preferences: NetworkPreferencesState
  /** New ones; 0: all of them were there already. */
  added: number
  /** Certificates in the same file that are no authorities or have expired. */
  leftOut: number
}
