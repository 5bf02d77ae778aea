import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createFolderCarrier } from '../../../electron/team/carriers/folder'
import { deviceOf, noEnd } from './team-device'

/** Marks that are there when the team is joined, and that each of two people makes between two exchanges. */
const before = 100_000
const atOnce = 50

/** A team that exchanges all the while. */
export interface Exchanging {
  /** Joins it, and goes on as a busy team does: two people mark, and exchange once a second. */
  start(): void
  /** Ends it; how many exchanges there were. */
  end(): Promise<number>
}

/** Sets a team up in a folder, with what a colleague has done so far. */
export async function prepareExchanging(folder: string): Promise<Exchanging> {
  const shared = join(folder, 'shared')
  mkdirSync(shared, { recursive: true })
  const [ada, ben] = [deviceOf('Ada', join(folder, 'ada')), deviceOf('Ben', join(folder, 'ben'))]
  const [hers, his] = [createFolderCarrier(shared), createFolderCarrier(shared)]
  await hers.prepare(noEnd)
  await ada.begin()
  await ben.begin()
  await ada.mark(before)
  await ada.exchange(hers)
  let isOver = false
  let exchanges = 0
  const loop = async (): Promise<void> => {
    while (!isOver) {
      for (const [device, carrier] of [
        [ben, his],
        [ada, hers]
      ] as const) {
        await device.exchange(carrier)
        exchanges += 1
        await device.mark(atOnce, before + exchanges * atOnce)
      }
      await sleep(1000)
    }
  }
  let looping = Promise.resolve()
  return {
    start() {
      looping = loop()
    },
    async end() {
      isOver = true
      await looping
      await Promise.all([ada.close(), ben.close(), hers.close(), his.close()])
      return exchanges
    }
  }
}
