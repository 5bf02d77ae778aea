import { z } from 'zod'
import { maxAuthorities, maxExceptions, proxyModes, type ProxyMode } from './preference-choices'

/** `http://host:port`, `https://…` or `socks5://…`; never with a user or password, which would lie open in a file. */
const proxyAddressSchema = z
  .string()
  .max(300)
  .regex(
    /^(https?|socks5):\/\/[^\s/@?#]+:\d{1,5}$/,
    'Expected a proxy such as "http://proxy.example:8080", without a password'
  )

/** Which way leads to all stores. */
export const proxySettingsSchema = z
  .strictObject({
    mode: z.enum(proxyModes),
    /** Kept also while another mode is chosen; '': none was ever given. */
    address: z.union([z.literal(''), proxyAddressSchema]).default(''),
    /** Hosts that are reached without the manual proxy. */
    exceptions: z.array(z.string().min(1).max(260)).max(maxExceptions).default([])
  })
  .refine(({ mode, address }) => mode !== 'manual' || address !== '', 'A manual proxy needs an address')
export type ProxySettings = z.infer<typeof proxySettingsSchema>

/** Certificate authorities (PEM) that are trusted besides the computer's own. */
export const authoritiesSchema = z
  .array(
    z
      .string()
      .max(20_000)
      .regex(
        /^\s*-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----\s*$/,
        'Expected one certificate in PEM'
      )
  )
  .max(maxAuthorities)

/** As a person writes it: the address is put right or refused, see `network:set-proxy`. */
export const proxyChoiceSchema = z.object({
  mode: z.enum(proxyModes),
  address: z.string().max(2000),
  /** Separated by blanks, commas, semicolons or line breaks. */
  exceptions: z.string().max(60_000)
})
export type ProxyChoice = z.infer<typeof proxyChoiceSchema>

export const authorityNameSchema = z.object({ fingerprint: z.string().max(200) })

/** A certificate authority that was added. Its names are what the file says: untrusted text. */
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

export interface ListedAuthority extends Authority {
  /** The organization's file brought it, not a person. */
  isManaged: boolean
}

/** What of it the organization has set: changes are refused. */
export interface NetworkLocks {
  proxy: boolean
  authorities: boolean
}

export interface NetworkPreferencesState {
  locked: NetworkLocks
  mode: ProxyMode
  address: string
  exceptions: string[]
  /** The way is the one that the organization's file says. */
  isProxyManaged: boolean
  authorities: ListedAuthority[]
}

/** What a chosen file brought. */
export interface AddedAuthorities {
  preferences: NetworkPreferencesState
  /** New ones; 0: all of them were there already. */
  added: number
  /** Certificates in the same file that are no authorities or have expired. */
  leftOut: number
}
