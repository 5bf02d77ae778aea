import { createHash } from 'node:crypto'
import { z } from 'zod'
import { repairAddress } from '../../api/address'
import { knownApiPaths } from '../../contract/connection-check'
import { connectionDraftSchema } from '../../contract/connection'
import { syncSchedules } from '../../contract/sync-values'
import type { TeamPlace } from '../../contract/team'
import { isHost } from '../../api/address'

/** Told of whatever looks like a secret, whose value is repeated nowhere. */
export const secretReason =
  'A key, a user ID or a password never stands in this file, which everybody can read: each person enters their own'

/** Names under which somebody might put a secret into the file. */
const secretName = /key|user|password|passwd|secret|token|credential/i

/** Whether a name that the file must not hold is that of a secret. */
export const isSecretName = (name: string): boolean => secretName.test(name)

/** The address of a store, put right as one that a person types, and without anything that would be taken off silently. */
const addressSchema = z.string().transform((text, context) => {
  const repaired = repairAddress(text)
  const wrong = (message: string): never => {
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  }
  if (!repaired.ok) return wrong('Expected the address of a store, such as "https://store.example.com"')
  const { baseUrl, apiPath, repairs } = repaired.value
  if (repairs.includes('credentials-dropped')) return wrong(secretReason)
  if (apiPath !== null) return wrong('The API path stands in apiPath, not in the address')
  if (repairs.includes('query-dropped')) return wrong('An address has nothing after a question mark')
  return baseUrl
})

const folderPath = /^(\/|[a-z]:[\\/]|\\\\)/i

/** An address of a team's place: without a name and a password in it, which each person has their own of. */
const placeAddress = (protocols: readonly string[], example: string): z.ZodString =>
  z
    .string()
    .trim()
    .max(2048)
    .superRefine((text, context) => {
      const url = URL.parse(text)
      const wrong = (message: string): void => context.addIssue({ code: 'custom', message })
      if (url === null || !protocols.includes(url.protocol)) wrong(`Expected an address such as "${example}"`)
      else if (url.username !== '' || url.password !== '') wrong(secretReason)
    })

/** Where the store's team is. */
const managedPlaceSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('folder'),
    path: z.string().trim().max(4096).regex(folderPath, 'Expected the whole path of a folder')
  }),
  z.strictObject({
    kind: z.literal('webdav'),
    address: placeAddress(['https:', 'http:'], 'https://cloud.example/team')
  }),
  z.strictObject({
    kind: z.literal('postgres'),
    address: placeAddress(['postgresql:', 'postgres:'], 'postgresql://db.example:5432/vitrine')
  })
])

const { name, currency, locale } = connectionDraftSchema.shape

const managedConnectionSchema = z
  .strictObject({
    name,
    address: addressSchema,
    apiPath: z
      .string()
      .max(1024)
      .regex(/^\/[^\s?#\\]*$/, 'Expected a path such as "/api/public/products"')
      .default(knownApiPaths[0]),
    currency: currency.default(null),
    numberFormat: locale.default(null),
    /** Hosts in the organization's own network that pictures may come from. */
    pictureHosts: z
      .array(z.string().toLowerCase().refine(isHost, 'Expected a host such as "pictures.example:8443"'))
      .max(100)
      .default([]),
    /** Until a person chooses another for it. */
    syncSchedule: z.enum(syncSchedules).optional(),
    team: managedPlaceSchema.optional()
  })
  .transform(({ address, numberFormat, team, ...entry }) => ({
    ...entry,
    /** Where its team is; null: nothing is said of one. */
    team: team === undefined ? null : placeOf(team),
    id: idOf(address, entry.apiPath),
    baseUrl: address,
    locale: numberFormat,
    // Whoever writes http into the file has agreed to it.
    httpAllowed: address.startsWith('http:')
  }))

/** A store that the organization has set up, where only user ID and key are missing. */
export type ManagedConnection = z.infer<typeof managedConnectionSchema>

export const managedConnectionsSchema = z
  .array(managedConnectionSchema)
  .max(100)
  .superRefine((entries, context) => {
    for (const [index, { id }] of entries.entries()) {
      if (entries.findIndex((other) => other.id === id) === index) continue
      const message = 'The same address and API path stand in it twice'
      context.addIssue({ code: 'custom', path: [index, 'address'], message })
    }
  })

/** A place, for whoever logs in there under a name of their own. */
function placeOf(place: z.infer<typeof managedPlaceSchema>): TeamPlace {
  return place.kind === 'folder' ? place : { ...place, userName: '' }
}

/** The same at each start, so that what a person has kept of the store is found again. */
function idOf(baseUrl: string, apiPath: string): string {
  const digest = createHash('sha256').update(`${baseUrl}\n${apiPath}`).digest('hex')
  return `organisation-${digest.slice(0, 32)}`
}
