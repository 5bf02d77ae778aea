import { afterEach, describe, expect, it } from 'vitest'
import { isPressed, shownKeys } from '../../../../../renderer/shared/commands/keys'
import { setFormats } from '../../../../../renderer/shared/format/locale'
import { showLanguage, t } from '../../../../../renderer/shared/i18n'
import { isRightToLeft, physicalSide, readingKey } from '../../../../../renderer/shared/i18n/direction'

afterEach(async () => {
  setFormats({ language: 'en', numberFormat: null })
  await showLanguage('en')
})

const withCtrl = (key: string): KeyboardEvent => new KeyboardEvent('keydown', { key, ctrlKey: true })

describe('where texts run from left to right', () => {
  it('the right arrow leads on, and what stands at the end stands on the right', () => {
    expect(isRightToLeft()).toBe(false)
    expect([readingKey('ArrowRight'), physicalSide('end'), shownKeys('Mod+ArrowRight', false)]).toEqual([
      'ArrowRight',
      'right',
      'Ctrl+→'
    ])
  })

  it('values stand in a text as they are', () => {
    expect(t('products.pager.of', { pages: '50' })).toBe('of 50')
  })
})

describe('where texts run from right to left', () => {
  it('the left arrow leads on, and says so beside what it does', async () => {
    await showLanguage('ar')
    expect([readingKey('ArrowLeft'), readingKey('ArrowUp'), readingKey('a')]).toEqual([
      'ArrowRight',
      'ArrowUp',
      'a'
    ])
    expect(shownKeys('Mod+ArrowRight', false)).toBe('Ctrl+←')
    expect(isPressed('Mod+ArrowRight', withCtrl('ArrowLeft'))).toBe(true)
    expect(isPressed('Mod+ArrowRight', withCtrl('ArrowRight'))).toBe(false)
  })

  it('what stands at the end stands on the left; above and below stay', async () => {
    await showLanguage('ar')
    expect([physicalSide('start'), physicalSide('end'), physicalSide('top')]).toEqual([
      'right',
      'left',
      'top'
    ])
  })

  it('a value keeps its own direction, so that an address or "<0.1%" is not torn apart', async () => {
    await showLanguage('ar')
    expect(t('products.pager.of', { pages: '<1' })).toContain('\u2068<1\u2069')
    expect(t('storage.offline.waitingHelp', { why: '' })).not.toContain('\u2068')
  })
})

describe('a count in a text', () => {
  it('is written in the digits and with the groups of the app’s numbers', async () => {
    setFormats({ language: 'en', numberFormat: 'de-DE' })
    expect(t('palette.found', {}, 1234)).toBe('1.234 results')
    await showLanguage('ar')
    setFormats({ language: 'ar', numberFormat: 'ar-EG' })
    expect(t('failureFacts.minutes', {}, 14)).toBe('١٤ دقيقة')
  })

  it('chooses between the six forms of Arabic', async () => {
    await showLanguage('ar')
    setFormats({ language: 'ar', numberFormat: 'ar-u-nu-latn' })
    const words = [0, 1, 2, 3, 11, 100].map((count) => t('products.status.all', { number: count }, count))
    expect(words).toEqual(['0 منتج', 'منتج واحد', 'منتجان', '3 منتجات', '11 منتجًا', '100 منتج'])
  })
})
