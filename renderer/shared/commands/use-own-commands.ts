import { useCommands, type CommandAction, type CommandActions } from './registry'
import { useOwnKeys } from './use-own-keys'

/** Offers commands whose keys are a page's own affair, and hears these keys; a key of what cannot be done now is left to others. */
export function useOwnCommands(actions: CommandActions): void {
  useCommands(actions)
  const byKey =
    ({ can = () => true, run }: CommandAction) =>
    (): boolean => {
      if (!can()) return false
      run()
      return true
    }
  useOwnKeys(Object.fromEntries(Object.entries(actions).map(([id, action]) => [id, byKey(action)])))
}
