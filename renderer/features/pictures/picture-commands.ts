import { defineStore } from 'pinia'
import { onScopeDispose, ref, shallowRef } from 'vue'
import type { Failure } from '../../../electron/contract/failure'
import { pictureUrl, type PictureSize } from '../../../electron/contract/picture-values'
import type { Product } from '../../../electron/contract/product'
import { call } from '../../bridge'
import { keyOfEvent } from '../../shared/commands/keys'
import { whileBusy } from '../../shared/data/while-busy'
import { readingKey } from '../../shared/i18n/direction'
import { usePictures } from './pictures-store'
import type { Zoom } from './use-zoom'
import { zoomStep } from './zoom'
import { isPlain } from '../../shared/ui/keyboard-context'

/** What became of a command, to be told. */
export type PictureNews =
  | { kind: 'saving' }
  | { kind: 'saved'; file: string; isPreview: boolean }
  | { kind: 'copied' | 'copied-address' | 'not-copied' }
  | { kind: 'copied-text'; text: string }
  | { kind: 'allowed'; host: string }
  | { kind: 'failed'; failure: Failure }

/** Good news stay for this long, ms; what went wrong stays until it was read. */
const toldFor = 6000

/** What a person can do with a product's picture, wherever it is shown, and what there is to tell of it. */
export const usePictureCommands = defineStore('picture-commands', () => {
  const pictures = usePictures()
  const news = shallowRef<PictureNews | null>(null)
  const saving = ref(false)
  let timer: ReturnType<typeof setTimeout> | undefined

  function tell(what: PictureNews | null): void {
    clearTimeout(timer)
    news.value = what
    const stays = what === null || ['saving', 'not-copied', 'failed'].includes(what.kind)
    if (!stays) timer = setTimeout(() => (news.value = null), toldFor)
  }

  /** Asks where to save a product's picture, and says what became of it. One at a time: a dialog is open meanwhile. */
  async function save(product: Product): Promise<void> {
    const [id, token] = [pictures.connectionId, product.picture?.token]
    if (token === undefined || saving.value) return
    tell({ kind: 'saving' })
    const name = (product.name || product.id).slice(0, 1000)
    const answer = await whileBusy(saving, () => call('pictures:save', { connectionId: id, token, name }))
    if (!answer.ok) tell({ kind: 'failed', failure: answer.failure })
    else if (answer.value.file === null) tell(null)
    else tell({ kind: 'saved', file: answer.value.file, isPreview: answer.value.isPreview })
  }

  /** Puts something on the clipboard that is on its way: it must be begun while the person's press still counts. */
  async function put(type: string, content: Promise<Blob>, done: 'copied' | 'copied-address'): Promise<void> {
    try {
      await navigator.clipboard.write([new ClipboardItem({ [type]: content })])
      tell({ kind: done })
    } catch {
      tell({ kind: 'not-copied' })
    }
  }

  /** Copies a product's picture as it is shown. */
  async function copy(product: Product): Promise<void> {
    const [id, token] = [pictures.connectionId, product.picture?.token]
    if (token !== undefined) await put('image/png', pictureAsPng(id, token), 'copied')
  }

  async function addressOf(id: string, token: string): Promise<Blob> {
    const answer = await call('pictures:address', { connectionId: id, token })
    if (!answer.ok) throw new Error(answer.failure.code)
    return new Blob([answer.value], { type: 'text/plain' })
  }

  /** Copies the address of a product's picture, as the store gives it. */
  async function copyAddress(product: Product): Promise<void> {
    const [id, token] = [pictures.connectionId, product.picture?.token]
    if (token !== undefined) await put('text/plain', addressOf(id, token), 'copied-address')
  }

  /** Copies a product's name or id. */
  async function copyText(text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      tell({ kind: 'copied-text', text })
    } catch {
      tell({ kind: 'not-copied' })
    }
  }

  /** Lets this connection's pictures come from a host in the person's own network. */
  async function allowHost(host: string): Promise<void> {
    const answer = await pictures.allowHost(host)
    tell(answer.ok ? { kind: 'allowed', host } : { kind: 'failed', failure: answer.failure })
  }

  onScopeDispose(() => clearTimeout(timer))
  return { news, saving, save, copy, copyAddress, copyText, allowHost, dismiss: () => tell(null) }
})

/** The largest of a picture that can be had, as it is shown. */
const sizes: readonly PictureSize[] = ['preview', 'tile', 'thumbnail-2x']

async function fetched(connectionId: string, token: string): Promise<Blob> {
  for (const size of sizes) {
    const answer = await fetch(pictureUrl(connectionId, token, size)).catch(() => null)
    // An answer that begins well may still break off.
    const blob = answer?.ok ? await answer.blob().catch(() => null) : null
    if (blob !== null) return blob
  }
  throw new Error('no picture')
}

/** A picture as it is shown, as PNG: the one format of pictures that every clipboard takes. Rejects when there is none. */
async function pictureAsPng(connectionId: string, token: string): Promise<Blob> {
  const bitmap = await createImageBitmap(await fetched(connectionId, token))
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
  bitmap.close()
  return canvas.convertToBlob({ type: 'image/png' })
}

/** A press of an arrow moves a picture by this many CSS pixels. */
const panStep = 80

const directions: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: 1, y: 0 },
  ArrowRight: { x: -1, y: 0 },
  ArrowUp: { x: 0, y: 1 },
  ArrowDown: { x: 0, y: -1 }
}

const larger = (zoom: Zoom): void => zoom.by(zoomStep)
const smaller = (zoom: Zoom): void => zoom.by(1 / zoomStep)
const zooms: Record<string, (zoom: Zoom) => void> = {
  '+': larger,
  '=': larger,
  '-': smaller,
  _: smaller,
  '0': (zoom) => zoom.fit(),
  '1': (zoom) => zoom.actual()
}

/** How a key zooms; undefined: it does not. Where digits need Shift, or are those of another script, they are meant by their keys. */
export function zoomOfKey(event: KeyboardEvent): ((zoom: Zoom) => void) | undefined {
  return zooms[event.key] ?? zooms[keyOfEvent(event)]
}

/**
 * What the keys do in the preview: arrows go to the neighboring products in reading direction, or move a picture that is zoomed in
 * (with Shift in any case); Page up and Page down always go to the neighbors; +, −, 0 and 1 zoom.
 * Returns whether the key meant something.
 */
export function previewKey(event: KeyboardEvent, zoom: Zoom | null, step: (by: 1 | -1) => void): boolean {
  if (!isPlain(event)) return false
  const zoomAs = zoomOfKey(event)
  if (zoom && zoomAs) {
    zoomAs(zoom)
    return true
  }
  if (event.key === 'PageDown' || event.key === 'PageUp') {
    step(event.key === 'PageDown' ? 1 : -1)
    return true
  }
  const direction = directions[event.key]
  if (!direction) return false
  if (zoom && (zoom.isZoomed.value || event.shiftKey)) zoom.pan(direction.x * panStep, direction.y * panStep)
  else if (direction.x !== 0) step(readingKey(event.key) === 'ArrowRight' ? 1 : -1)
  return true
}
