import { beforeEach, describe, expect, it } from 'vitest'
import { fail, ok } from '../../../../../electron/contract/failure'
import { useExports, type Wish } from '../../../../../renderer/features/export/exports'
import { emptyQuery } from '../../../../../electron/contract/empty-query'
import { exportChoices, exportReport, exportState } from './builders'
import { sitInMainProcess, type MainProcess } from '../../support/fake-bridge'
import { startStores } from '../../support/stores'

let main: MainProcess
let exports: ReturnType<typeof useExports>
const wish: Wish = { connectionId: 'shop', of: { productQuery: emptyQuery }, count: 40, isSelection: false }
const asked = {
  connectionId: 'shop',
  of: wish.of,
  words: 'all',
  columns: ['id' as const],
  choices: exportChoices
}

beforeEach(() => {
  main = sitInMainProcess()
  startStores()
  exports = useExports()
  main.always('export:choices', () => ok(exportChoices))
})

describe('exports in the window', () => {
  it('open their dialog with the choices of last time', async () => {
    await exports.ask(wish)
    expect(exports.wish).toEqual(wish)
    expect(exports.choices).toEqual(exportChoices)
  })

  it('say in their dialog why the choices of last time are not known, and save no others', async () => {
    main.always('export:choices', () => fail('internal'))
    await exports.ask(wish)
    expect(exports.wish).toEqual(wish)
    expect(exports.choices).toBeNull()
    expect(exports.refused?.code).toBe('internal')
    main.always('export:choices', () => ok(exportChoices))
    await exports.ask(wish)
    expect(exports.refused).toBeNull()
    expect(exports.choices).toEqual(exportChoices)
  })

  it('go on with the choices of the export before where they cannot be asked for', async () => {
    await exports.ask(wish)
    main.always('export:start', () => ok(exportState({ phase: 'preparing' })))
    const choices = { ...exportChoices, pictures: !exportChoices.pictures }
    await exports.start({ ...asked, choices })
    main.always('export:choices', () => fail('internal'))
    await exports.ask(wish)
    expect(exports.choices).toEqual(choices)
    expect(exports.refused).toBeNull()
  })

  it('close the dialog once one has begun, and leave it where the person said nowhere', async () => {
    await exports.ask(wish)
    main.always('export:start', () => ok(null))
    await exports.start(asked)
    expect(exports.wish).toEqual(wish)
    main.always('export:start', () => ok(exportState({ phase: 'preparing' })))
    await exports.start(asked)
    expect(exports.wish).toBeNull()
    expect(exports.isUnderWay).toBe(true)
  })

  it('say why one was not begun, until the next is asked for', async () => {
    await exports.ask(wish)
    main.always('export:start', () => fail('input-invalid'))
    await exports.start(asked)
    expect(exports.refused?.code).toBe('input-invalid')
    await exports.ask(wish)
    expect(exports.refused).toBeNull()
  })

  it('follow one to its end, which an answer that was overtaken does not take back', async () => {
    await exports.ask(wish)
    const starting = exports.start(asked)
    main.emit('export:changed', exportState({ phase: 'done', report: exportReport() }))
    await main.last('export:start').answer(ok(exportState({ phase: 'preparing' })))
    await starting
    expect(exports.state?.phase).toBe('done')
    expect(exports.isUnderWay).toBe(false)
  })

  it('show how one ended until that was read; the next is shown anew', () => {
    main.emit('export:changed', exportState({ phase: 'done', report: exportReport() }))
    expect(exports.shown?.phase).toBe('done')
    exports.close()
    expect(exports.shown).toBeNull()
    main.emit('export:changed', exportState({ number: 2 }))
    expect(exports.shown?.number).toBe(2)
  })

  it('find one that was begun before the window was there', async () => {
    main.always('export:state', () => ok(exportState({ done: 30 })))
    await exports.load()
    expect(exports.shown?.done).toBe(30)
  })

  it('say that a file is gone where it cannot be shown', async () => {
    main.always('export:show', () => fail('not-found'))
    main.emit('export:changed', exportState({ phase: 'done', report: exportReport() }))
    await exports.show()
    expect(exports.isGone).toBe(true)
    main.emit('export:changed', exportState({ number: 2 }))
    expect(exports.isGone).toBe(false)
  })
})
