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

/** Lays a page out for fewer or more CSS pixels in the same window, as zooming does. To be repeated on each resize. */
export async function layOut(session: Session, factor: number): Promise<void> {
  await session.send('Emulation.clearDeviceMetricsOverride')
  if (factor === 1) return
  const expression = '[innerWidth, innerHeight, devicePixelRatio]'
  const { result } = await session.send('Runtime.evaluate', { expression, returnByValue: true })
  const [width, height, ratio] = result.value as [number, number, number]
  await session.send('Emulation.setDeviceMetricsOverride', {
    width: Math.round(width / factor),
    height: Math.round(height / factor),
    deviceScaleFactor: ratio * factor,
    mobile: false
  })
}
