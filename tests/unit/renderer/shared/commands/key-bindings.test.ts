import { afterEach, describe, expect, it } from 'vitest'
import {
  changeableCommands,
  commandWith,
  keysInForce,
  setKeyBindings
} from '../../../../../renderer/shared/commands/key-bindings'
import { keysOf, pressedKeys } from '../../../../../renderer/shared/commands/keys'
import { commandKind } from '../../../../../renderer/shared/commands/command-table'
import { foundShortcuts } from '../../../../../renderer/shared/commands/shortcut-list'

afterEach(() => setKeyBindings({ keys: {}, letterKeys: true }))

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
    const told = foundShortcuts('').flatMap(({ entries }) => entries.flatMap(({ keys }) => keys))
    expect(told).not.toContain('A')
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
    expect(groupsOf('After W: give no reason')).toEqual(['Mark a product, on all pages'])
  })

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
