import { mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { describe, expect, it } from 'vitest'
import type { Product } from '../../../../../../electron/contract/product'
import type { Difference } from '../../../../../../electron/contract/review'
import ReviewDifferences from '../../../../../../renderer/features/review/panel/ReviewDifferences.vue'
import { i18n } from '../../../../../../renderer/shared/i18n'
import { differencesOf } from '../../../../../../renderer/features/catalog/diff-product'
import { connection } from '../../../support/mount-products-page'
import { product } from '../../products/table/builders'

const picture = { token: 'a'.repeat(43), host: 'shop.example' }
const contentFingerprint = (look: string): string => `0123456789abcdef.3.${look}`
const before = product({ picture, contentFingerprint: contentFingerprint('f0f0f0f0aaaa5555') })

function shown(differences: Difference[]): { text: string; pictures: number } {
  const wrapper = mount(ReviewDifferences, {
    props: { differences, connection, name: 'Lamp' },
    global: { plugins: [i18n, createPinia()] }
  })
  return { text: wrapper.text(), pictures: wrapper.findAllComponents({ name: 'PictureFrame' }).length }
}

describe('what a product is not anymore', () => {
  it('names a photo that took the place of another under the same address, and shows the one that there is', () => {
    const after: Product = { ...before, contentFingerprint: contentFingerprint('0f0f0f0f5555aaaa') }
    const differences = differencesOf(before, after)
    expect(differences).toEqual([{ field: 'image', before: picture, after: picture }])
    expect(shown(differences)).toEqual({
      text: expect.stringContaining('The store shows another picture at the same address'),
      pictures: 1
    })
  })

  it('names no picture that was only saved anew, or that nobody knew before', () => {
    expect(
      differencesOf(before, { ...before, contentFingerprint: contentFingerprint('f0f0f0f1aaaa5554') })
    ).toEqual([])
    expect(differencesOf({ ...before, contentFingerprint: '0123456789abcdef' }, before)).toEqual([])
  })

  it('shows both pictures where the address is another one', () => {
    const after: Product = { ...before, picture: { ...picture, token: 'b'.repeat(43) } }
    expect(shown(differencesOf(before, after)).pictures).toBe(2)
  })
})
