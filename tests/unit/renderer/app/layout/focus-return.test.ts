import { flushPromises } from '@vue/test-utils'
import { effectScope, type EffectScope } from 'vue'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { useFocusReturn } from '../../../../../renderer/app/layout/use-focus-return'
import { eventually } from '../../../../support/eventually'

let scope: EffectScope
beforeEach(() => {
  document.body.innerHTML = `
    <nav><button id="entry">Today</button></nav>
    <main id="main" tabindex="-1">
      <input id="search" />
      <div role="grid"><i id="first" tabindex="-1"></i><p class="current"><i id="second" tabindex="0"></i></p></div>
      <div id="toast"><button id="undo">Undo</button><button id="dismiss">Dismiss</button></div>
      <aside id="pane" data-region><button id="note">Note</button></aside>
    </main>
    <footer data-region><button id="download">Downloading</button></footer>`
  scope = effectScope()
  scope.run(useFocusReturn)
})
afterEach(() => {
  scope.stop()
  document.body.replaceChildren()
})

function by(id: string): HTMLElement {
  const element = document.getElementById(id)
  if (element === null) throw new Error(`Nothing has the id ${id}`)
  return element
}

/** Goes to these one after the other with the keyboard, as far as to what is in something that goes then. */
function goAndLose(ids: readonly string[], gone: string): void {
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab' }))
  for (const id of ids) by(id).focus()
  by(gone).remove()
}

async function expectFocus(id: string): Promise<void> {
  await eventually(() => {
    expect(document.activeElement?.id).toBe(id)
  })
}

describe('where what has the focus goes, the keyboard', () => {
  it.each([
    ['a notice that is dismissed', ['search', 'second', 'undo', 'dismiss'], 'toast'],
    ['a pane', ['second', 'note'], 'pane'],
    ['work in the status bar that ends', ['second', 'entry', 'download'], 'download']
  ])('goes from %s back to its row', async (_, way, gone) => {
    goAndLose(way, gone)
    await expectFocus('second')
  })

  it('goes to the row that it is at by then, as rows are used for other products', async () => {
    goAndLose(['first', 'dismiss'], 'toast')
    await expectFocus('second')
  })

  it('goes to no row whose product nobody went to, as where the list was sorted since', async () => {
    for (const current of document.querySelectorAll('.current')) current.classList.remove('current')
    goAndLose(['second', 'dismiss'], 'toast')
    await expectFocus('main')
  })

  it('goes back to a field, and to the page where nothing of it had the keyboard', async () => {
    goAndLose(['second', 'search', 'dismiss'], 'toast')
    await expectFocus('search')
    goAndLose(['entry'], 'search')
    goAndLose(['download'], 'download')
    await expectFocus('second')
  })

  it('goes to the page where nothing of it had the keyboard before', async () => {
    goAndLose(['entry', 'download'], 'download')
    await expectFocus('main')
  })

  it('is for the page after a press of the pointer', async () => {
    by('search').focus()
    window.dispatchEvent(new PointerEvent('pointerdown'))
    by('dismiss').focus()
    by('toast').remove()
    await expectFocus('main')
  })

  it('stays where something else has put it', async () => {
    goAndLose(['second', 'dismiss'], 'toast')
    by('entry').focus()
    goAndLose(['download'], 'download')
    await expectFocus('second')
    goAndLose(['note'], 'pane')
    by('entry').focus()
    await flushPromises()
    expect(document.activeElement?.id).toBe('entry')
  })
})
