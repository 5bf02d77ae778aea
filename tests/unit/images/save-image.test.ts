import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fail, ok } from '../../../electron/contract/failure'
import { isPermitted } from '../../../electron/window/security/permissions'
import { savePicture, type SavePictureDeps } from '../../../electron/images/save-image'
import { testFolder } from '../../support/folder'

const original = new TextEncoder().encode('as the server sends it')
const preview = new TextEncoder().encode('as it is shown')
const picture = { connectionId: 'shop', token: 'a'.repeat(43), name: 'Tea: pot' }

function pictures(changes: Partial<SavePictureDeps['pictures']> = {}): SavePictureDeps['pictures'] {
  return {
    original: () => Promise.resolve(ok({ bytes: original, format: 'jpeg' })),
    raster: () => Promise.resolve(ok({ bytes: preview, type: 'image/webp' })),
    ...changes
  }
}
const away = { original: () => Promise.resolve(fail('offline')) }

describe('a picture', () => {
  it('is saved as its server sends it, under the name of its product', async () => {
    const folder = testFolder()
    const askWhere = (name: string): Promise<string> => Promise.resolve(join(folder, name))
    const saved = await savePicture({ pictures: pictures(), askWhere }, picture)
    expect(saved).toEqual(ok({ file: 'Tea pot.jpg', isPreview: false }))
    expect(readdirSync(folder)).toEqual(['Tea pot.jpg'])
    expect(readFileSync(join(folder, 'Tea pot.jpg'))).toEqual(Buffer.from(original))
  })

  it('whose server is away is saved as its preview, and that is told', async () => {
    const folder = testFolder()
    const askWhere = (name: string): Promise<string> => Promise.resolve(join(folder, name))
    const saved = await savePicture({ pictures: pictures(away), askWhere }, picture)
    expect(saved).toEqual(ok({ file: 'Tea pot.webp', isPreview: true }))
    expect(readFileSync(join(folder, 'Tea pot.webp'))).toEqual(Buffer.from(preview))
  })

  it('of which there is nothing is asked no place for, and says why', async () => {
    const nothing = pictures({ ...away, raster: () => Promise.resolve(fail('picture-none')) })
    const askWhere = (): never => {
      throw new Error('There is nothing to save.')
    }
    expect(await savePicture({ pictures: nothing, askWhere }, picture)).toEqual(fail('offline'))
  })

  it('is not saved when the person changes their mind', async () => {
    const saved = await savePicture({ pictures: pictures(), askWhere: () => Promise.resolve(null) }, picture)
    expect(saved).toEqual(ok({ file: null, isPreview: false }))
  })

  it('fault 80, 81, 95: that cannot be written leaves what was there, and no half file', async () => {
    const folder = testFolder()
    const taken = join(folder, 'taken')
    mkdirSync(taken)
    writeFileSync(join(taken, 'inside'), '')
    const saved = await savePicture({ pictures: pictures(), askWhere: () => Promise.resolve(taken) }, picture)
    expect(saved.ok ? null : saved.failure.code).toBe('storage-failed')
    expect(readdirSync(folder)).toEqual(['taken'])
    expect(readdirSync(taken)).toEqual(['inside'])
  })
})

describe('permissions', () => {
  it('let our own page write to the clipboard, and nothing else', () => {
    expect(isPermitted('clipboard-sanitized-write', 'app://bundle/index.html')).toBe(true)
    expect(isPermitted('clipboard-sanitized-write', 'app://bundle')).toBe(true)
    expect(isPermitted('clipboard-sanitized-write', 'https://bundle/')).toBe(false)
    for (const permission of [
      'clipboard-read',
      'media',
      'geolocation',
      'notifications',
      'fileSystem',
      'unknown'
    ]) {
      expect(isPermitted(permission, 'app://bundle/index.html')).toBe(false)
    }
  })
})
