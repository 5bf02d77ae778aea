import type { Session } from './cdp.ts'
import { originOf } from './scheme.ts'

/** Electron's zoom levels: each step is 20 %. */
export function levelOf(factor: number): number {
  return Math.round((Math.log(factor) / Math.log(1.2)) * 1e6) / 1e6
}

/** As in Electron, all pages of an origin have one zoom, also those that come later. */
const factors = new Map<string, number>()

export const factorOf = (url: string): number => factors.get(originOf(url)) ?? 1

export function setFactor(url: string, factor: number): void {
  if (!(factor > 0)) throw new Error("'zoomFactor' must be a double greater than 0.0")
  factors.set(originOf(url), factor)
}

interface Plain {
  width: number
  height: number
  ratio: number
}

/** What each page is laid out for without zoom, for as long as it has one: a page that is zoomed does not tell. */
const plains = new WeakMap<Session, Plain>()

/** Lays a page out for fewer or more CSS pixels in the same window, as zooming does; to be repeated for a window of another size. */
export async function layOut(session: Session, factor: number, isResized = false): Promise<void> {
  if (isResized || factor === 1) {
    plains.delete(session)
    await session.send('Emulation.clearDeviceMetricsOverride')
  }
  if (factor === 1) return
  const plain = plains.get(session) ?? (await measure(session))
  plains.set(session, plain)
  await session.send('Emulation.setDeviceMetricsOverride', {
    width: Math.round(plain.width / factor),
    height: Math.round(plain.height / factor),
    deviceScaleFactor: plain.ratio * factor,
    mobile: false
  })
}

async function measure(session: Session): Promise<Plain> {
  const expression = '[innerWidth, innerHeight, devicePixelRatio]'
  const { result } = await session.send('Runtime.evaluate', { expression, returnByValue: true })
  const [width, height, ratio] = result.value as [number, number, number]
  return { width, height, ratio }
}
