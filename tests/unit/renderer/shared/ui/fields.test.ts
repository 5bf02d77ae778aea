import { mount } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import NumberField from '../../../../../renderer/shared/ui/NumberField.vue'
import SelectField from '../../../../../renderer/shared/ui/SelectField.vue'
import TextField from '../../../../../renderer/shared/ui/TextField.vue'

describe('a field', () => {
  it('names its error and its hint for screen readers, the error first', () => {
    const field = mount(TextField, {
      props: { label: 'Name', modelValue: '', error: 'Wrong.', hint: 'Short.' }
    })
    const ids = field.get('input').attributes('aria-describedby')?.split(' ') ?? []
    expect(ids.map((id) => field.get(`#${id}`).text())).toEqual(['Wrong.', 'Short.'])
    expect(field.get('label').attributes('for')).toBe(field.get('input').attributes('id'))
  })

  it('is neither filled in nor corrected by the browser', () => {
    const input = mount(TextField, { props: { label: 'API key', modelValue: '', type: 'password' } }).get(
      'input'
    )
    expect(input.attributes()).toMatchObject({ autocomplete: 'off', spellcheck: 'false' })
  })
})

describe('a number field', () => {
  const typeInto = async (text: string, props: { min?: number; max?: number } = {}) => {
    const field = mount(NumberField, { props: { label: 'Page', modelValue: 5, ...props } })
    const input = field.get('input')
    await input.setValue(text)
    await input.trigger('change')
    return { emitted: field.emitted('update:modelValue')?.at(-1)?.[0], shown: input.element.value }
  }

  it('takes a number when it is left', async () => {
    expect((await typeInto('12')).emitted).toBe(12)
  })

  it.each(['٧', '۷', '７'])('takes %s, as other keyboards write 7', async (text) => {
    expect(await typeInto(text)).toEqual({ emitted: 7, shown: '7' })
  })

  it.each([
    ['0', 1],
    ['999', 40]
  ])('brings %s into range', async (text, expected) => {
    expect((await typeInto(text, { min: 1, max: 40 })).emitted).toBe(expected)
  })

  it.each(['', 'abc', '-3', '1.5', '1e3', '99999999999999999999'])(
    'goes back when %j is typed',
    async (text) => {
      expect(await typeInto(text)).toEqual({ emitted: undefined, shown: '5' })
    }
  )
})

describe('a select', () => {
  it('gives numbers back as numbers', async () => {
    const options = [10, 25].map((value) => ({ value, label: String(value) }))
    const field = mount(SelectField<number>, { props: { label: 'Items', modelValue: 10, options } })
    await field.get('select').setValue('25')
    expect(field.emitted('update:modelValue')?.[0]).toEqual([25])
  })

  it('shows groups under their headings', () => {
    const options = [
      { value: '', label: 'None' },
      { label: 'Common', options: [{ value: 'EUR', label: 'Euro' }] }
    ]
    const field = mount(SelectField<string>, { props: { label: 'Currency', modelValue: '', options } })
    expect(field.get('optgroup').attributes('label')).toBe('Common')
    expect(field.findAll('option')).toHaveLength(2)
  })
})
