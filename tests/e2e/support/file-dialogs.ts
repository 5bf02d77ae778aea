import { mkdir } from 'node:fs/promises'
import type { App } from './app'

/** Whoever is asked where to save says: here. Comes back with the folder. */
export async function saveInto(app: App, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  await app.electron.evaluate(({ dialog }, into) => {
    dialog.showSaveDialog = (...asked: unknown[]) => {
      const { defaultPath = '' } = asked.at(-1) as { defaultPath?: string }
      return Promise.resolve({ canceled: false, filePath: `${into}/${defaultPath}` })
    }
  }, folder)
  return folder
}

/** Whoever is asked which file to open says: this one. */
export async function openAlways(app: App, file: string): Promise<void> {
  await app.electron.evaluate(({ dialog }, path) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [path] })
  }, file)
}
