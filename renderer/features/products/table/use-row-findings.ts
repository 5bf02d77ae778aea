import { computed, type ComputedRef } from 'vue'
import { pictureReason, usePictures } from '../../pictures'
import type { ProductRow } from './product-rows'

type Finding = ProductRow['findings'][number]

/** What the cell of findings shows. */
interface RowFindings {
  shown: readonly Finding[]
  /** How many there are besides. */
  more: number
  /** All of them. */
  tip: string
}

/** Lines that a row has room for. */
const most = 2

/** What is wrong with the product of a row, as its cell shows it; nothing where that is not shown. */
export function useRowFindings(row: () => ProductRow, isShown: () => boolean): ComputedRef<RowFindings> {
  const pictures = usePictures()

  /** A picture that turned out broken just now, which no check has found yet, is told as well. */
  function withBroken({ findings: known, token }: ProductRow): readonly Finding[] {
    const state = token === null ? undefined : pictures.known.get(token)
    if (state === undefined || state.ok || known.some(({ rule }) => rule === 'picture-broken')) return known
    const { kind, text } = pictureReason(state.failure)
    return kind === 'broken' ? [{ rule: 'picture-broken', severity: 'error', text }, ...known] : known
  }

  return computed(() => {
    if (!isShown()) return { shown: [], more: 0, tip: '' }
    const all = withBroken(row())
    return {
      shown: all.slice(0, most),
      more: Math.max(0, all.length - most),
      tip: all.map(({ text }) => text).join('\n')
    }
  })
}
