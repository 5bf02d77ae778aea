import { expect, it } from 'vitest'
import { publish } from '../../../electron/ipc/events'

it('nothing is sent to a page that has gone, its process alone or with its window', () => {
  const sent: unknown[] = []
  /** Stands in for Electron's WebContents, which prints an error for each message to a frame that has gone. */
  const contents = (isDestroyed: boolean, isFrameDestroyed: boolean): Parameters<typeof publish>[0] =>
    ({
      isDestroyed: () => isDestroyed,
      mainFrame: { isDestroyed: () => isFrameDestroyed },
      send: (...message: unknown[]) => sent.push(message)
    }) as never
  const payload = { command: 'find' } as const
  publish(null, 'menu:command', payload)
  publish(contents(true, true), 'menu:command', payload)
  publish(contents(false, true), 'menu:command', payload)
  expect(sent).toEqual([])
  publish(contents(false, false), 'menu:command', payload)
  expect(sent).toEqual([['vitrine:event', 'menu:command', payload]])
})
