import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readOpening } from '../../../electron/window/bounds'
import { testFolder } from '../../support/folder'

const atFirst = { window: null, zoomLevel: 0, appearance: 'system' }

function read(settings: unknown): unknown {
  const file = join(testFolder(), 'settings.json')
  writeFileSync(file, typeof settings === 'string' ? settings : JSON.stringify(settings))
  return readOpening(file)
}

describe('how the window opens', () => {
  it('is as it was left', () => {
    const window = { x: -10, y: 20, width: 1000, height: 700, maximized: true }
    expect(read({ window, zoomLevel: -1.5, preferences: { appearance: 'dark' }, connections: [] })).toEqual({
      window,
      zoomLevel: -1.5,
      appearance: 'dark'
    })
  })

  it('is as at first where there are no settings', () => {
    expect(readOpening(join(testFolder(), 'settings.json'))).toEqual(atFirst)
  })

  it.each(['', '[]', 'null', '{"window":', '7', '{"window":[],"zoomLevel":"1","preferences":"dark"}'])(
    'fault 92: is as at first where the settings are %s',
    (text) => {
      expect(read(text)).toEqual(atFirst)
    }
  )

  it.each([
    { x: 1, y: 1, width: 0, height: 700 },
    { x: 0.5, y: 1, width: 1000, height: 700 },
    { x: 1e9, y: 1, width: 1000, height: 700 },
    { x: 1, y: null, width: 1000, height: 700 },
    { width: 1000, height: 700 }
  ])('is as at first where the place makes no sense', (window) => {
    expect(read({ window, zoomLevel: 100, preferences: { appearance: 'pink' } })).toEqual(atFirst)
  })
})
