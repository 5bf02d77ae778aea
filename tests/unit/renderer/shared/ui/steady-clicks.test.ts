import { mount } from '@vue/test-utils'
import { afterEach, describe, expect, it } from 'vitest'
import { defineComponent, ref } from 'vue'
import { useSteadyClicks } from '../../../../../renderer/shared/ui/use-steady-clicks'

const pressed: string[] = []

/** A question above a button: once it is answered, the button stands where its answer stood. */
const Page = defineComponent({
  setup() {
    useSteadyClicks()
    const isAsked = ref(true)
    const answer = (): void => {
      pressed.push('answer')
      isAsked.value = false
    }
    const product = ref(1)
    const approve = (): void => {
      pressed.push(`approve ${product.value}`)
      product.value += 1
    }
    return { isAsked, answer, product, approve, press: () => pressed.push('delete') }
  },
  template: `
    <button v-if="isAsked" class="answer" @click="answer">Not now</button>
    <p :data-subject="product"><button class="approve" @click="approve">Approve</button></p>
    <button class="delete" @click="press"><b>Delete</b></button>
    <p data-subject="1"><button class="ignore" @click="press">Ignore</button></p>
    <input />
    <p>Text</p>`
})

let page: ReturnType<typeof mount> | null = null
afterEach(() => {
  page?.unmount()
  page = null
  pressed.length = 0
})

/** The n-th click in a row at one place, on what is there by now. */
function click(selector: string, n: number): boolean {
  const element = document.querySelector(selector)
  if (!element) throw new Error(`There is no ${selector}`)
  const events = ['mousedown', 'mouseup', 'click', ...(n === 2 ? ['dblclick'] : [])]
  return events
    .map((type) =>
      element.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true, detail: n }))
    )
    .every((isLet) => isLet)
}

describe('a second click', () => {
  it('fault 135: acts on nothing that has come under the pointer since the first, nor does a third', async () => {
    page = mount(Page, { attachTo: document.body })
    click('.answer', 1)
    await page.vm.$nextTick()
    click('.delete', 2)
    click('.delete b', 3)
    expect(pressed).toEqual(['answer'])
    click('.delete', 1)
    expect(pressed).toEqual(['answer', 'delete'])
  })

  it('fault 135: acts on nothing where the button acts on something else since the first', async () => {
    page = mount(Page, { attachTo: document.body })
    click('.approve', 1)
    await page.vm.$nextTick()
    click('.approve', 2)
    expect(pressed).toEqual(['approve 1'])
    click('.approve', 1)
    expect(pressed).toEqual(['approve 1', 'approve 2'])
  })

  it('acts on no subject twice: nobody has read yet why the first did not act', () => {
    page = mount(Page, { attachTo: document.body })
    click('.ignore', 1)
    click('.ignore', 2)
    expect(pressed).toEqual(['delete'])
    click('.ignore', 1)
    expect(pressed).toEqual(['delete', 'delete'])
  })

  it('acts on what the first was on, wherever on it', () => {
    page = mount(Page, { attachTo: document.body })
    click('.delete', 1)
    click('.delete b', 2)
    expect(pressed).toEqual(['delete', 'delete'])
  })

  it('selects a word where the first was on it as well', () => {
    page = mount(Page, { attachTo: document.body })
    click('p:last-of-type', 1)
    expect(click('p:last-of-type', 2)).toBe(true)
    click('input', 1)
    expect(click('input', 2)).toBe(true)
  })

  it('selects no word that has come under the pointer since the first, nor one beside a button', async () => {
    page = mount(Page, { attachTo: document.body })
    click('.answer', 1)
    await page.vm.$nextTick()
    expect(click('p:last-of-type', 2)).toBe(false)
    click('.delete', 1)
    expect(click('.delete b', 2)).toBe(false)
    expect(pressed).toEqual(['answer', 'delete', 'delete'])
  })

  it('is none by keyboard', async () => {
    page = mount(Page, { attachTo: document.body })
    click('.answer', 1)
    await page.vm.$nextTick()
    document.querySelector<HTMLElement>('.delete')?.click()
    expect(pressed).toEqual(['answer', 'delete'])
  })
})
