import { randomUUID } from 'node:crypto'
import { watch } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFolderCarrier } from '../../../../electron/team/carriers/folder'
import { eventually } from '../../../support/eventually'
import { hasSamba, startSamba, type SambaServer } from '../../../support/servers/samba'
import { closeSaved, TestDevice } from '../test-device'
import { describeCarrier, problemOf } from './carrier-contract'

/** With a FUSE client: what the kernel's own does differently is not seen here. */
describe.skipIf(!hasSamba)('A share of Samba', () => {
  let server: SambaServer
  let share: string
  beforeAll(async () => {
    server = await startSamba()
    share = await server.mount()
  })
  afterAll(async () => {
    closeSaved()
    await server.stop()
  })

  describeCarrier('A share', async () => {
    const own = join(share, randomUUID())
    await mkdir(own)
    return {
      open: () => createFolderCarrier(own),
      takeAway: () => server.kill(),
      bringBack: () => server.start(),
      tellsTaken: true,
      letsRemove: true,
      end: () => Promise.resolve()
    }
  })

  /** What can be seen of a segment's file on the server's disk, in this order. */
  const moments = {
    made: (event: string, file: string) => file.endsWith('.tmp'),
    written: (event: string, file: string) => file.endsWith('.tmp') && event === 'change',
    named: (event: string, file: string) => file.endsWith('.vseg')
  }

  it('fault 139: that goes away while a segment is made, written or named loses nothing', async () => {
    const name = randomUUID()
    await mkdir(join(share, name))
    const computerOf = (by: string, mounted: string) => ({
      device: TestDevice.join(by, () => Date.UTC(2026, 0, 5, 9)),
      carrier: createFolderCarrier(join(mounted, name))
    })
    const [ada, bo] = [computerOf('Ada', share), computerOf('Bo', await server.mount())]
    const exchange = ({ device, carrier }: typeof ada): Promise<void> => device.exchange(carrier)
    await ada.carrier.prepare(new AbortController().signal)
    await exchange(ada)
    const adas = join(server.files, name, 'team', ada.device.device)

    for (const [moment, isIt] of Object.entries(moments)) {
      ada.device.note('a', `while a segment is ${moment}`)
      bo.device.mark(`b-${moment}`, 'approved')
      const endings: Promise<void>[] = []
      const watcher = watch(adas, (event, file) => {
        if (isIt(event, file ?? '')) endings.push(server.kill())
      })
      const problem = await problemOf(exchange(ada))
      await eventually(() => expect(endings, moment).not.toEqual([]))
      watcher.close()
      // Where only the answer to naming it was lost, the segment is there.
      if (moment !== 'named') expect(problem, moment).toBe('unreachable')
      await Promise.all(endings)
      await server.start()
      await exchange(bo)
    }
    for (const each of [ada, bo, ada, bo]) await exchange(each)
    expect(ada.device.contents()).toEqual(bo.device.contents())
    expect([ada.device.waiting, bo.device.waiting]).toEqual([0, 0])
    const { texts, replaced } = bo.device.noteIds('a')
    expect([...texts, ...replaced]).toHaveLength(3)
    for (const moment of Object.keys(moments)) expect(ada.device.decision(`b-${moment}`)?.by).toBe('Bo')
  }, 180_000)
})
