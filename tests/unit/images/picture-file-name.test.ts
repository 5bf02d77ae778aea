import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pictureFileName } from '../../../electron/images/save-image'

describe('the name of a saved picture', () => {
  it.each([
    ['Tavira bottle vase, cobalt', 'jpeg', 'Tavira bottle vase, cobalt.jpg'],
    ['景德镇 白瓷花瓶', 'webp', '景德镇 白瓷花瓶.webp'],
    ['24/7 "Kettle" <new>: 1|2?', 'png', '24 7 Kettle new 1 2.png'],
    ['..\\..\\evil', 'png', 'evil.png'],
    ['  ...hidden. . ', 'png', 'hidden.png'],
    ['?', 'avif', 'picture.avif'],
    ['\u200d\u200c', 'avif', 'picture.avif'],
    ['invoice\u202egpj.exe', 'jpeg', 'invoice gpj.exe.jpg'],
    ['x', '../sh', 'x.img']
  ])('of %j as %s is %j', (name, format, file) => {
    expect(pictureFileName(name, format)).toBe(file)
  })

  it.each(['CON', 'con', 'nul.txt', 'COM1', 'lpt9', 'AUX.'])(
    'fault 50: of %s is no device on Windows',
    (name) => {
      expect(pictureFileName(name, 'png')).toMatch(/^_/)
    }
  )

  it('keeps letters whole where it is cut', () => {
    const name = pictureFileName('👩‍👩‍👧'.repeat(60), 'png')
    expect(Buffer.byteLength(name)).toBeLessThan(200)
    expect(name).toMatch(/^(?:👩‍👩‍👧)+\.png$/u)
  })

  it('fault 48, 50, 54, 55, 56: is a file name on every system, whatever the product is called', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (name) => {
        const file = pictureFileName(name, 'jpeg')
        expect(file).toMatch(/^[^\s.<>:"/\\|?*][^<>:"/\\|?*]*\.jpg$/u)
        expect(file.isWellFormed()).toBe(true)
        expect(Buffer.byteLength(file)).toBeLessThan(255)
      })
    )
  })
})
