import type { HistoryKind } from '../../../../electron/contract/history-kinds'
import type { BuiltInReason } from '../../../../electron/contract/review-state'

const reasons: Partial<Record<HistoryKind, BuiltInReason>> = {
  price: 'price',
  name: 'name',
  description: 'text',
  image: 'picture'
}

/** Why a product would need work for what changed of it; null: it came or went, which says nothing of the kind. */
export function reasonOfChange(kind: HistoryKind): BuiltInReason | null {
  return reasons[kind] ?? null
}
