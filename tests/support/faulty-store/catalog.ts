import type { StoreItem } from './exchange'

/** The n-th product of the healthy store, 1-based: plain, complete and always the same. */
function catalogItem(n: number, baseUrl: string): StoreItem {
  return {
    id: `P-${String(n).padStart(5, '0')}`,
    name: `Product ${n}`,
    price: Math.round(499 + n * 37.5) / 100,
    description: `The description of product ${n}.`,
    image: `${baseUrl}/images/${n}.png`
  }
}

/** The products of one page, 1-based, of a list of `total`. */
export function catalogPage(baseUrl: string, total: number, page: number, limit: number): StoreItem[] {
  const first = (page - 1) * limit + 1
  const count = Math.max(0, Math.min(limit, total - first + 1))
  return Array.from({ length: count }, (_, index) => catalogItem(first + index, baseUrl))
}
