import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

/** A product as the demo store serves it in the full form. What is not there was left out on purpose (scripts/demo-store/flaws.ts). */
export interface DemoItem {
  id?: string
  name?: string
  price?: number
  description?: string
  /** A path on the store itself, or an absolute address. */
  image?: string
}

/** Items per page when none, or no sensible number, is asked for. */
const defaultLimit = 25
/** Most items on a page; a larger `limit` is cut down without a word, as many servers do. */
const largestLimit = 200

export type Form = 'full' | 'short'

function wholeNumber(text: string | null, otherwise: number): number {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : otherwise
}

function shortItem({ id, name, price }: DemoItem): DemoItem {
  return {
    ...(id === undefined ? {} : { id }),
    ...(name === undefined ? {} : { name }),
    ...(price === undefined ? {} : { price })
  }
}

/**
 * The answer's body to a list request, in either form. A page after the last is empty, with true totals. Addresses of the
 * store's own pictures stay relative: its port is another at each start, and the same products must not look changed.
 */
export function listing(items: readonly DemoItem[], form: Form, query: URLSearchParams): object {
  const page = wholeNumber(query.get('pageNo'), 1)
  const limit = Math.min(wholeNumber(query.get('limit'), defaultLimit), largestLimit)
  const shown = items.slice((page - 1) * limit, page * limit)
  const data = {
    items: form === 'full' ? shown : shown.map(shortItem),
    currentPage: page,
    totalPages: Math.ceil(items.length / limit),
    totalItems: items.length
  }
  return form === 'full' ? { status: 200, message: 'Products retrieved.', data } : { status: 200, data }
}

/** What the demo store sells: files that scripts/demo-store draws. */
export interface StoreFiles {
  /** In the store's order; read when they are first asked for. Rejects when the file is not there. */
  items(): Promise<readonly DemoItem[]>
  /** The picture at a path of the store, with the content type that its name claims; null: there is none. */
  picture(path: string): Promise<StorePicture | null>
}

interface StorePicture {
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
