import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ok } from '../../../../../electron/contract/failure'
import { pictureUrl } from '../../../../../electron/contract/picture-values'
import ImagePreview from '../../../../../renderer/features/pictures/ImagePreview.vue'
import { i18n } from '../../../../../renderer/shared/i18n'
import { usePicturePreview } from '../../../../../renderer/features/pictures/picture-preview-store'
import { useProducts } from '../../../../../renderer/features/catalog/product-pages'
import { connection } from '../../support/mount-products-page'
import { product, productPage } from '../products/table/builders'
import { sitInMainProcess } from '../../support/fake-bridge'
import { startStores } from '../../support/stores'

const tokens = ['a', 'a', 'b', 'c'].map((letter) => letter.repeat(43))
/** Addresses of the pictures that were asked for before they are looked at. */
let ahead: string[]
let preview: ReturnType<typeof usePicturePreview>
let dialog: VueWrapper

beforeEach(async () => {
  ahead = []
  vi.stubGlobal(
    'Image',
    class {
      set src(address: string) {
        ahead.push(address)
      }
    }
  )
  const main = sitInMainProcess()
  startStores()
  main.always('pictures:describe', () =>
    ok({
      width: 2400,
      height: 1200,
      bytes: 48_200,
      format: 'jpeg',
      host: 'pictures.example',
      checkedAt: 0,
      animated: false
    })
  )
  const items = tokens.map((token, at) =>
    product({ id: `p-${at + 1}`, picture: { token, host: 'pictures.example' } })
  )
  useProducts().shown = productPage({ items })
  preview = usePicturePreview()
  preview.open(0)
  dialog = mount(ImagePreview, {
    props: { connection, now: 0 },
    global: { plugins: [i18n] },
    attachTo: document.body
  })
  await flushPromises()
})
afterEach(() => {
  dialog.unmount()
  vi.unstubAllGlobals()
})

/** The picture on screen arrives, reduced to 1,600 pixels across. */
async function load(): Promise<void> {
  const image = document.querySelector('[role=dialog] img')
  if (!image) throw new Error('No picture is asked for')
  Object.defineProperties(image, { naturalWidth: { value: 1600 }, naturalHeight: { value: 800 } })
  image.dispatchEvent(new Event('load'))
  await flushPromises()
}

async function step(): Promise<void> {
  preview.step(1)
  await flushPromises()
}

const facts = (): string => document.querySelector('dl')?.textContent ?? ''
const addressOf = (at: number): string => pictureUrl(connection.id, tokens[at] ?? '', 'preview')

describe('the preview of a product with the picture of the one before', () => {
  it('still says how large it is shown', async () => {
    await load()
    expect(facts()).toContain('1,600 × 800 pixels')
    await step()
    expect(facts()).toContain('1,600 × 800 pixels')
    await step()
    expect(facts()).not.toContain('1,600 × 800 pixels')
    await load()
    expect(facts()).toContain('1,600 × 800 pixels')
  })

  it('tells of the next product from its name on, wherever a person has scrolled what is told of this one', async () => {
    const parts = ['.side', '.words'].map((part) => document.querySelector<HTMLElement>(part))
    for (const part of parts) {
      if (!part) throw new Error('Nothing is told of the product')
      part.scrollTop = 80
      part.dispatchEvent(new Event('scroll'))
    }
    await step()
    expect(parts.map((part) => part?.scrollTop)).toEqual([0, 0])
  })

  it('asks for the pictures of its neighbors, once its own is there', async () => {
    expect(ahead).toEqual([])
    await load()
    await step()
    expect(ahead).toContain(addressOf(2))
    await step()
    expect(ahead).not.toContain(addressOf(3))
    await load()
    expect(ahead).toContain(addressOf(3))
  })
})
