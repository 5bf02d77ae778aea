import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { PlaceCarrier } from '../../../electron/team/carriers/carrier'
import { hasApache, hasNginx, startApache, startNginx } from '../../support/servers/file-servers'
import { hasPostgres, startPostgres } from '../../support/servers/postgres'
import type { CarrierPlace } from '../team/carriers/carrier-contract'
import { ada, postgresPlace } from '../team/carriers/postgres-place'
import { webdavPlace } from '../team/carriers/webdav-place'
import { startTeam, takesOver, type PublishingDevice, type PublishingTeam } from './publishing-device'

interface PlaceServer {
  makePlace: () => CarrierPlace
  stop: () => Promise<void>
}

async function webdav(start: typeof startApache): Promise<PlaceServer> {
  const server = await start()
  return { makePlace: () => webdavPlace(server), stop: () => server.stop() }
}

async function database(): Promise<PlaceServer> {
  const server = await startPostgres()
  await server.createLogin(ada.userName, ada.password, 'vitrine_owner')
  return { makePlace: () => postgresPlace(server), stop: () => server.stop() }
}

/** What the contract of carriers says of them, a whole catalog shows: large parts, many of them, and their removal. */
const places = [
  { name: 'Apache with mod_dav', has: hasApache, open: () => webdav(startApache) },
  { name: 'nginx, which ignores conditions,', has: hasNginx, open: () => webdav(startNginx) },
  { name: 'PostgreSQL', has: hasPostgres, open: database }
]

const { signal } = new AbortController()

describe.each(places)('A catalog that is published by $name', ({ has, open }) => {
  describe.skipIf(!has)('as the team’s place', () => {
    let server: PlaceServer
    beforeAll(async () => {
      server = await open()
    })
    afterAll(() => server.stop())

    /** Ana publishes there, and Ben takes over. */
    async function start(): Promise<
      PublishingTeam & { ana: PublishingDevice; ben: PublishingDevice; at: CarrierPlace }
    > {
      const [team, at] = [startTeam(), server.makePlace()]
      const carrier = (): PlaceCarrier => {
        const opened = at.open()
        onTestFinished(() => opened.close())
        return opened
      }
      await carrier().prepare(signal)
      return { ...team, at, ana: team.join('Ana', carrier()), ben: team.join('Ben', carrier()) }
    }

    it('reaches a colleague in several parts, with what changes later and what does not', async () => {
      const { store, clock, ana, ben, at } = await start()
      store.fill(1500, (each) => ({ description: `${each} `.repeat(2500) }))
      await ana.publishFirst()
      const reader = at.open()
      onTestFinished(() => reader.close())
      expect((await reader.catalog.list(signal)).length).toBeGreaterThan(3)
      await takesOver(ben, store)
      expect(ben.list()).toEqual(ana.list())
      clock.pass(60)
      Object.assign(store.items[5] as object, { price: 99.5 })
      store.items.splice(100, 3)
      await ana.publish()
      await takesOver(ben, store)
      expect(ben.list()).toEqual(ana.list())
      clock.pass(60)
      await ana.publish()
      await takesOver(ben, store)
      expect(ben.state.last).toMatchObject({ run: 3, changed: 0, gone: 0 })
      // When its publisher leaves, only its word for that stays.
      await ana.publishing.forget('c')
      expect(await reader.catalog.list(signal)).toHaveLength(1)
      clock.pass(2)
      expect(await ben.sync()).toMatchObject({ outcome: 'complete', from: null })
    })

    it('is done without while the server is away, and taken over once it is back', async () => {
      const { store, clock, ana, ben, at } = await start()
      store.fill(120)
      await ana.publishFirst()
      await at.takeAway()
      expect(await ben.sync()).toMatchObject({ outcome: 'complete', from: null })
      clock.pass(60)
      await ana.sync()
      expect(await ana.publishing.publish('c')).toMatchObject({
        failure: { facts: { field: 'place', reason: 'unreachable' } }
      })
      await at.bringBack()
      clock.pass(60)
      await ana.publish()
      clock.pass(2)
      await takesOver(ben, store)
      expect(ben.list()).toEqual(ana.list())
    })
  })
})
