import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import type { Component } from 'vue'
import { repairAddress } from '../../../../../electron/api/address'
import { ok } from '../../../../../electron/contract/failure'
import { sitInMainProcess, type MainProcess } from '../../support/fake-bridge'
import { listOf } from './builders'
import { startStores } from '../../support/stores'

/** A mounted form as a person uses it: by labels and words. */
export interface FormPage {
  main: MainProcess
  wrapper: VueWrapper
  field: (label: string) => HTMLInputElement | HTMLSelectElement
  type: (label: string, text: string) => Promise<void>
  /** Leaves a field, as Tab does. */
  leave: (label: string) => Promise<void>
  press: (button: string) => Promise<void>
  button: (name: string) => HTMLButtonElement | undefined
  submit: () => Promise<void>
  /** The error beside a field; '' when there is none. */
  errorOf: (label: string) => string
  text: () => string
}

/** Mounts it into the document, with the real repair of addresses behind the bridge. */
export function openForm(component: Component, props: Record<string, unknown>): FormPage {
  const main = sitInMainProcess()
  main.always('connections:repair-address', ({ text }) => repairAddress(text))
  main.always('connections:cancel-test', () => ok(null))
  main.always('connections:list', () => ok(listOf([])))
  startStores()
  const wrapper = mount(component, { props, attachTo: document.body })

  const labels = (): HTMLLabelElement[] => [...document.querySelectorAll('label')]
  function field(label: string): HTMLInputElement | HTMLSelectElement {
    const found = labels().find(({ textContent }) => textContent.trim() === label)
    const control = found?.querySelector('input') ?? document.getElementById(found?.htmlFor ?? '')
    if (control instanceof HTMLInputElement || control instanceof HTMLSelectElement) return control
    throw new Error(`There is no field ${label}`)
  }
  const buttons = (): HTMLButtonElement[] => [...document.querySelectorAll('button')]
  const button = (name: string): HTMLButtonElement | undefined =>
    buttons().find((one) => (one.getAttribute('aria-label') ?? one.textContent).trim() === name)

  return {
    main,
    wrapper,
    field,
    button,
    type: async (label, text) => {
      const control = field(label)
      control.value = text
      control.dispatchEvent(new Event('input'))
      control.dispatchEvent(new Event('change'))
      await flushPromises()
    },
    leave: async (label) => {
      field(label).dispatchEvent(new FocusEvent('blur'))
      await flushPromises()
    },
    press: async (name) => {
      const found = button(name)
      if (!found) throw new Error(`There is no button ${name}`)
      found.click()
      await flushPromises()
    },
    submit: async () => {
      await wrapper.get('form').trigger('submit')
      await flushPromises()
    },
    errorOf: (label) => {
      const ids = field(label).getAttribute('aria-describedby')?.split(' ') ?? []
      const error = ids.find((id) => id.endsWith('-error'))
      return document.getElementById(error ?? '')?.textContent ?? ''
    },
    text: () => document.body.textContent
  }
}
