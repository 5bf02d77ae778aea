import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { DemoItem } from './listing'

/** What the demo store sells: files that scripts/demo-store draws. */
export interface StoreFiles {
  /** In the store's order; read when they are first asked for. Rejects when the file is not there. */
  items(): Promise<readonly DemoItem[]>
  /** The picture at a path of the store, with the content type that its name claims; null: there is none. */
  picture(path: string): Promise<StorePicture | null>
}

export interface StorePicture {
  bytes: Uint8Array
  type: string
}

const catalogSchema = z.object({
  items: z.array(
    z.object({
      id: z.string().exactOptional(),
      name: z.string().exactOptional(),
      price: z.number().exactOptional(),
      description: z.string().exactOptional(),
      image: z.string().exactOptional()
    })
  )
})

const types: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  svg: 'image/svg+xml'
}

/** Opens the demo store's folder; nothing is read of it yet. */
export function openStoreFiles(folder: string): StoreFiles {
  let items: Promise<readonly DemoItem[]> | null = null
  const readItems = async (): Promise<readonly DemoItem[]> =>
    catalogSchema.parse(JSON.parse(await readFile(join(folder, 'catalog.json'), 'utf8'))).items

  return {
    items: () => (items ??= readItems()),
    async picture(path) {
      // Nothing but the names that the script gives leads to a file.
      const [, name, ending = ''] = /^\/images\/(\d{1,6}\.([a-z]+))$/.exec(path) ?? []
      const type = types[ending]
      if (name === undefined || type === undefined) return null
      try {
        return { bytes: await readFile(join(folder, 'images', name)), type }
      } catch {
        return null
      }
    }
  }
}
