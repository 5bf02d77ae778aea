import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { storePath } from '../catalog/store-path'
import type { BenchContext } from '../context'
import type { Figure } from '../report/figure'
import { percentile } from '../report/statistics'
import { say } from '../say'
import { keepBusy, pressCommands, type PressedKey } from '../window/commands'
import { pressThrough } from '../window/desk'
import { activeConnection, withVitrine } from '../window/vitrine'

/** P17 and P18: how fast the built app answers keys, while a catalog's pictures are fetched, and while all else goes on. */
export async function measureDesk({ options, server, folder, machine }: BenchContext): Promise<Figure[]> {
  const [isMarking, isCommanding] = [options.jobs.has('P17'), options.jobs.has('P18')]
  if (!isMarking && !isCommanding) return []
  const products = options.small.toLocaleString('en')
  const address = server.origin + storePath({ count: options.small, cap: 500, latency: 0, variant: 'same' })
  return withVitrine(folder, address, async ({ app, page, chromium }) => {
    machine.chromium = chromium
    const connectionId = await activeConnection(page)
    const figures: Figure[] = []
    if (isCommanding) {
      say(`Pressing the keys of all commands during syncs, checks and exports of ${products}…`)
      const file = join(folder, 'exports')
      await mkdir(file, { recursive: true })
      await app.evaluate(({ dialog }, into) => {
        dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: `${into}/bench.json` })
      }, file)
      const stop = await keepBusy(page, connectionId)
      const keys = await pressCommands(page, options.quick ? 1 : 4)
      await stop()
      say(`Slowest: ${slowest(keys)}`)
      const times = keys.map(({ ms }) => ms)
      figures.push({
        job: 'P18',
        what: `each command's keys during sync, checks and export of ${products}, to painted: 98 of 100`,
        unit: 'ms',
        value: percentile(times, 0.98),
        p50: percentile(times, 0.5),
        limit: null,
        budget: [{ kind: 'at-most', value: 100 }]
      })
    }
    if (isMarking) figures.push(...(await marking(page, connectionId, options.quick ? 60 : 1000)))
    return figures
  })
}

/** `Ctrl+k 96 ms, F1 88 ms`. */
function slowest(keys: readonly PressedKey[]): string {
  const first = [...keys].sort((one, other) => other.ms - one.ms).slice(0, 12)
  return first.map(({ key, ms }) => `${key} ${String(ms)} ms`).join(', ')
}

async function marking(
  page: Parameters<typeof pressThrough>[0],
  connectionId: string,
  count: number
): Promise<Figure[]> {
  const marks = count.toLocaleString('en')
  say(`Marking ${marks} products in Review…`)
  const { times, lost } = await pressThrough(page, connectionId, count)
  const what = `${marks} products in Review at 5 keys a second while pictures are fetched`
  return [
    {
      job: 'P17',
      what: `${what}: key to the next one's sharp picture, 95 of 100`,
      unit: 'ms',
      value: percentile(times, 0.95),
      p50: percentile(times, 0.5),
      limit: null,
      budget: [{ kind: 'at-most', value: 50 }]
    },
    {
      job: 'P17',
      what: `${what}: keys lost`,
      unit: 'keys',
      value: lost,
      limit: null,
      budget: [{ kind: 'at-most', value: 0 }]
    }
  ]
}
