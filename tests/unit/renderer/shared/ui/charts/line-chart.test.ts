import { mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, describe, expect, it } from 'vitest'
import LineChart from '../../../../../../renderer/shared/ui/charts/LineChart.vue'
import { i18n } from '../../../../../../renderer/shared/i18n'
import { eventually } from '../../../../../support/eventually'

let wrapper: VueWrapper
afterEach(() => wrapper.unmount())

const at = (day: number): number => new Date(2020, 10, day, 9, 12).getTime()

function show(values: (number | null)[]): void {
  wrapper = mount(LineChart, {
    props: {
      points: values.map((value, index) => ({ at: at(index + 1), value })),
      label: 'Score over time',
      valueName: 'Score',
      formatValue: (value: number | null) => (value === null ? '—' : value.toFixed(1)),
      locale: 'en-GB'
    },
    global: { plugins: [i18n] },
    attachTo: document.body
  })
}
const slider = (): Omit<ReturnType<VueWrapper['get']>, 'exists'> => wrapper.get('[role=slider]')
const told = (): string | undefined => slider().attributes('aria-valuetext')

describe('a chart', () => {
  it('says that it is awaited until it is drawn', async () => {
    show([90, 92.5])
    expect(wrapper.find('[data-awaited]').exists()).toBe(true)
    await eventually(() => expect(wrapper.find('[data-awaited]').exists()).toBe(false))
  })

  it('stands in a table as well, named for what it shows', () => {
    show([90, null, 92.5])
    expect(wrapper.get('caption').text()).toBe('Score over time')
    expect(wrapper.findAll('tbody tr').map((row) => row.findAll('td').map((cell) => cell.text()))).toEqual([
      ['1 Nov 2020, 09:12', '90.0'],
      ['2 Nov 2020, 09:12', '—'],
      ['3 Nov 2020, 09:12', '92.5']
    ])
  })

  it('says in its caption when not every point is shown', () => {
    show(Array.from({ length: 2000 }, (_, index) => index % 100))
    expect(wrapper.get('caption').text()).toMatch(/^Score over time, \d{2,3} of 2,000 points/)
    expect(wrapper.findAll('tbody tr').length).toBeLessThanOrEqual(240)
  })

  it('tells each point that has a value to the arrow keys, Home and End', async () => {
    show([90, null, 92.5, 91])
    expect(slider().attributes('tabindex')).toBe('0')
    await slider().trigger('focus')
    expect(told()).toBe('4 Nov 2020, 09:12: 91.0')
    await slider().trigger('keydown', { key: 'ArrowLeft' })
    await slider().trigger('keydown', { key: 'ArrowLeft' })
    expect(told()).toBe('1 Nov 2020, 09:12: 90.0')
    expect(slider().attributes('aria-valuenow')).toBe('1')
    await slider().trigger('keydown', { key: 'ArrowLeft' })
    expect(told()).toContain('90.0')
    await slider().trigger('keydown', { key: 'End' })
    expect(told()).toContain('91.0')
    await slider().trigger('keydown', { key: 'Home' })
    expect(told()).toContain('90.0')
  })

  it('goes on telling the point that a person is at when the line goes on', async () => {
    show([90, 92.5, 91])
    await slider().trigger('focus')
    await slider().trigger('keydown', { key: 'Home' })
    const points = [90, 92.5, 91, 91].map((value, index) => ({ at: at(index + 1), value }))
    await wrapper.setProps({ points })
    expect(told()).toBe('1 Nov 2020, 09:12: 90.0')
    await slider().trigger('keydown', { key: 'ArrowRight' })
    expect(told()).toContain('92.5')
    await wrapper.setProps({ points: points.slice(2) })
    expect(told()).toContain('91.0')
  })

  it('leaves keys alone that are not its own', async () => {
    show([90, 91])
    const event = new KeyboardEvent('keydown', {
      key: 'ArrowLeft',
      ctrlKey: true,
      bubbles: true,
      cancelable: true
    })
    slider().element.dispatchEvent(event)
    expect(event.defaultPrevented).toBe(false)
    expect(told()).toContain('91.0')
    await wrapper.setProps({ points: [] })
    expect(told()).toBe('')
  })
})
