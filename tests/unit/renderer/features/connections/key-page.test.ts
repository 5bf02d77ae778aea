import { afterEach, describe, expect, it } from 'vitest'
import KeyPage from '../../../../../renderer/features/connections/KeyPage.vue'
import { useNavigation, type Route } from '../../../../../renderer/shared/navigation'
import { connectionOf } from './builders'
import { openForm, type FormPage } from './form-page'

let page: FormPage
afterEach(() => page.wrapper.unmount())

/** The page of the key, to which one went from a place. */
function openFrom(from: Route): ReturnType<typeof useNavigation> {
  page = openForm(KeyPage, { connection: connectionOf() })
  const navigation = useNavigation()
  navigation.leave(from)
  navigation.enterKey('shop')
  return navigation
}
const escape = (): boolean =>
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))

describe('the page of a key', () => {
  it('leads back to where the key was asked for, by Escape and by its button', async () => {
    const navigation = openFrom({ name: 'review' })
    escape()
    expect(navigation.place).toEqual({ name: 'review' })
    navigation.enterKey('shop')
    await page.press('Cancel')
    expect(navigation.place).toEqual({ name: 'review' })
  })

  it('asks before Escape loses what was typed', async () => {
    const navigation = openFrom({ name: 'changes' })
    await page.type('API key', 'new')
    escape()
    expect([navigation.place.name, navigation.wanted]).toEqual(['edit', { name: 'changes' }])
  })

  it('leads to the stores from the form of the connection', async () => {
    const navigation = openFrom({ name: 'edit', id: 'shop' })
    await page.press('Cancel')
    expect(navigation.place).toEqual({ name: 'connections' })
  })
})
