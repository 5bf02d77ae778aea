import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ok } from '../../../../../electron/contract/failure'
import { defaultPreferences } from '../../../../../electron/contract/preference-choices'
import {
  changeableCommands,
  commandWith,
  keysInForce,
  setKeyBindings
} from '../../../../../renderer/shared/commands/key-bindings'
import { keysOf, pressedKeys } from '../../../../../renderer/shared/commands/keys'
import { commandKind, type CommandId } from '../../../../../renderer/shared/commands/command-table'
import { fitness } from '../../../../../renderer/shared/commands/match'
import { foundShortcuts } from '../../../../../renderer/shared/commands/shortcut-list'
import { showLanguage } from '../../../../../renderer/shared/i18n'
import { usePreferences } from '../../../../../renderer/shared/preferences'
import { preferencesState } from '../../features/settings/builders'
import { sitInMainProcess } from '../../support/fake-bridge'
import { startStores } from '../../support/stores'

beforeEach(() => startStores())
afterEach(async () => {
  setKeyBindings({ keys: {}, letterKeys: true })
  await showLanguage('en')
})

/** What people type who look for a command. */
const peoplesWords = {
  en: {
    undo: 'undo, revert, take back',
    redo: 'redo, again, repeat',
    assign: 'assign, distribute, hand over'
  },
  de: {
    undo: 'rückgängig, zurücknehmen, undo, widerrufen',
    redo: 'wiederholen, wiederherstellen, redo',
    assign: 'zuweisen, verteilen, zuteilen'
  },
  fr: { undo: 'annuler, défaire', redo: 'rétablir, refaire', assign: 'attribuer, répartir, assigner' },
  es: {
    undo: 'deshacer, revertir, anular',
    redo: 'rehacer, repetir',
    assign: 'asignar, repartir, distribuir'
  },
  ar: { undo: 'التراجع, تراجع, إلغاء', redo: 'إعادة, تكرار', assign: 'إسناد, توزيع, تعيين' }
}

describe('the keys of commands', () => {
  it('are the first ones, until a person chooses others or none', () => {
    expect(keysInForce('approved')).toEqual(['A'])
    setKeyBindings({ keys: { approved: 'E', ignored: '' }, letterKeys: true })
    expect([keysInForce('approved'), keysInForce('ignored'), keysInForce('note')]).toEqual([['E'], [], ['N']])
    expect([keysOf('approved'), keysOf('ignored')]).toEqual(['E', undefined])
    expect(commandWith('E')).toBe('approved')
    expect(commandWith('A')).toBeNull()
  })

  it('of one character are none at all where a person switched them off; the others stay', () => {
    setKeyBindings({ keys: {}, letterKeys: false })
    expect([keysInForce('approved'), keysInForce('compare'), keysInForce('review-keys')]).toEqual([
      [],
      [],
      []
    ])
    expect(keysInForce('find')).toEqual(['Mod+F'])
    const told = foundShortcuts('').flatMap(({ entries }) => entries.map(({ keys }) => keys))
    expect(told.flat()).not.toContain('A')
    expect(told.filter((keys) => keys.length === 0)).toEqual([])
  })

  it('are told under the pages that they are for, those that mark a product under a heading of their own', () => {
    const groupsOf = (words: string): string[] =>
      foundShortcuts('').flatMap(({ title, entries }) =>
        entries.some((entry) => entry.words === words) ? [title] : []
      )
    const marking = ['approved', 'needs-work', 'ignored', 'unreviewed', 'note', 'undo-mark'] as const
    for (const id of marking)
      expect(groupsOf(commandKind(id).words()), id).toEqual(['Mark a product, on all pages'])
    expect(groupsOf(commandKind('next-product').words())).toEqual(['Review', 'Changes'])
    expect(groupsOf(commandKind('add-exception').words())).toEqual(['Quality'])
    expect(groupsOf('After “Needs work”: no reason')).toEqual(['Mark a product, on all pages'])
  })

  it('that give a reason are as many as there are reasons', async () => {
    const told = (): string[] =>
      foundShortcuts('with this number').flatMap(({ entries }) => entries.flatMap(({ keys }) => keys))
    expect(told()).toEqual(['1–6'])
    const main = sitInMainProcess()
    main.always('preferences:get', () =>
      ok(
        preferencesState({
          preferences: { ...defaultPreferences, ownReasons: ['Too dark', 'Crooked', 'Wet', 'Late'] }
        })
      )
    )
    await usePreferences().load()
    expect(told(), 'keys of numbers reach no more').toEqual(['1–9'])
  })

  it('of Redo are those of all systems', () => {
    expect(keysOf('redo')).toBe('Ctrl+Shift+Z')
    expect(keysInForce('redo')).toEqual(['Mod+Shift+Z', 'Mod+Y'])
  })

  it.each(['en', 'de', 'fr', 'es', 'ar'] as const)(
    'do what the palette finds by the words people use (%s)',
    async (language) => {
      await showLanguage(language)
      const finds = (id: CommandId, typed: string): boolean => {
        const { words, also } = commandKind(id)
        return fitness(`${words()} ${also?.() ?? ''}`, typed) !== null
      }
      for (const [id, typed] of Object.entries(peoplesWords[language]))
        for (const each of typed.split(', '))
          expect(finds(id as CommandId, each), `${id}: ${each}`).toBe(true)
    }
  )

  it('with Ctrl or Cmd stand in menus and are not changed', () => {
    expect(changeableCommands).toContain('toggle-details')
    expect(changeableCommands).not.toContain('find')
    setKeyBindings({ keys: { find: 'X' }, letterKeys: true })
    expect(keysInForce('find')).toEqual(['Mod+F'])
  })
})

it('a key event is told as the command table writes it', () => {
  const press = (init: KeyboardEventInit): string | null => pressedKeys(new KeyboardEvent('keydown', init))
  expect(press({ key: 'e', code: 'KeyE' })).toBe('E')
  expect(press({ key: 'E', code: 'KeyE', shiftKey: true })).toBe('Shift+E')
  expect(press({ key: '?', code: 'Slash', shiftKey: true })).toBe('?')
  expect(press({ key: 'Shift', shiftKey: true })).toBeNull()
})
