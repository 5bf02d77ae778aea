import { commandKind, type CommandId } from './command-table'
import { shownKeys } from './keys'

/** The keys of a command as they are written on this computer, for a button's tooltip; undefined where it has none. */
export function keysOf(id: CommandId): string | undefined {
  const [first] = commandKind(id).keys ?? []
  return first === undefined ? undefined : shownKeys(first)
}
