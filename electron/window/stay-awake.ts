import { powerSaveBlocker } from 'electron'

/** Keeps the computer from falling asleep by itself, and the app from being put to rest, until the returned function is called. */
export function stayAwake(): () => void {
  const id = powerSaveBlocker.start('prevent-app-suspension')
  return () => void powerSaveBlocker.stop(id)
}
