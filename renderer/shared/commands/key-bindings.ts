import { shallowReactive } from 'vue'
import { commandIds, commandKind, type CommandId } from './command-table'

/** What a person chose of keys: by command, '' where it is to have none. */
export interface KeyBindings {
  keys: Readonly<Record<string, string>>
  /** Keys without Ctrl or Cmd work at all: speech input types letters by accident (WCAG 2.1.4). */
  letterKeys: boolean
}

const bindings = shallowReactive<KeyBindings>({ keys: {}, letterKeys: true })

/** These are in force from now on. */
export function setKeyBindings({ keys, letterKeys }: KeyBindings): void {
  bindings.keys = keys
  bindings.letterKeys = letterKeys
}

/** Whether keys are one character, alone or with Shift. */
export function isCharacter(keys: string): boolean {
  const key = keys.replace(/^Shift\+/, '')
  return key.length === 1 && key !== ' '
}

/** Commands whose keys can be changed: those of single characters, which may be in somebody's way. */
export const changeableCommands = commandIds.filter((id) => {
  const [first] = commandKind(id).keys ?? []
  return first !== undefined && isCharacter(first)
})

/** What runs a command, as the command table writes keys: as a person chose its first key, or else as at first. */
export function chosenKeys(id: CommandId): readonly string[] {
  const { keys = [] } = commandKind(id)
  const chosen = bindings.keys[id]
  if (chosen === undefined || !changeableCommands.includes(id)) return keys
  const others = keys.slice(1)
  return chosen === '' ? others : [chosen, ...others]
}

/** The keys of a command that are heard just now. */
export function keysInForce(id: CommandId): readonly string[] {
  const keys = chosenKeys(id)
  return bindings.letterKeys ? keys : keys.filter((each) => !isCharacter(each))
}

/** The command that has these keys already. */
export function commandWith(keys: string): CommandId | null {
  return commandIds.find((id) => chosenKeys(id).includes(keys)) ?? null
}
