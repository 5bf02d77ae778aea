import { Plus } from '@lucide/vue'
import { mount } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import IconButton from '../../../../../renderer/shared/ui/IconButton.vue'
import VButton from '../../../../../renderer/shared/ui/VButton.vue'

describe('a button', () => {
  it.each([{ disabled: true }, { busy: true }])(
    'does nothing while %o, and keeps the focus',
    async (props) => {
      const button = mount(VButton, { props, slots: { default: 'Save' }, attachTo: document.body })
      button.element.focus()
      await button.trigger('click')
      expect(button.emitted('click')).toBeUndefined()
      expect(button.attributes('aria-disabled')).toBe('true')
      expect(button.attributes('disabled')).toBeUndefined()
      expect(document.activeElement).toBe(button.element)
      button.unmount()
    }
  )

  it('that is busy does not submit its form', () => {
    const button = mount(VButton, { props: { busy: true, type: 'submit' } })
    const click = new MouseEvent('click', { cancelable: true })
    button.element.dispatchEvent(click)
    expect(click.defaultPrevented).toBe(true)
  })

  it('does its work otherwise, once a click', async () => {
    const button = mount(VButton, { slots: { default: 'Save' } })
    await button.trigger('click')
    expect(button.emitted('click')).toHaveLength(1)
    expect(button.attributes('aria-disabled')).toBeUndefined()
  })
})

describe('a button that is only an icon', () => {
  it('has its label as its name', () => {
    const button = mount(IconButton, { props: { label: 'Add', icon: Plus } })
    expect(button.get('button').attributes('aria-label')).toBe('Add')
    expect(button.get('svg').attributes('aria-hidden')).toBe('true')
  })

  it('says nothing of being pressed when it is no toggle', () => {
    const button = mount(IconButton, { props: { label: 'Add', icon: Plus } })
    expect(button.get('button').attributes('aria-pressed')).toBeUndefined()
  })

  it('does nothing while it is disabled', async () => {
    const button = mount(IconButton, { props: { label: 'Add', icon: Plus, disabled: true } })
    await button.get('button').trigger('click')
    expect(button.emitted('click')).toBeUndefined()
  })
})
