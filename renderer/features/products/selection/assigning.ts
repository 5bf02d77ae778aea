import { ref, shallowRef } from 'vue'
import type { Input } from '../../../../electron/contract/channels'
import type { Product } from '../../../../electron/contract/product'
import { defineConnectionStore } from '../../../shared/data/open-connection'
import type { ListSelection } from '../../catalog'
import { useReviews } from '../../review'

/** Products that are to be assigned. */
interface AssignWish {
  of: Input<'reviews:assign'>['of']
  count: number
  /** What the product is called, where it is one. */
  name: string | null
}

/** Assigning products to people of the team: `asked` is what a person is to choose them for, in `AssignDialog`. */
export const useAssigning = defineConnectionStore((connectionId) => {
  const reviews = useReviews()
  const asked = shallowRef<AssignWish | null>(null)
  const isOpen = ref(false)

  function ask(wish: AssignWish): void {
    asked.value = wish
    isOpen.value = true
  }

  return {
    isOpen,
    asked,
    /** For all that is selected. */
    askForSelection(selection: ListSelection): void {
      const of = selection.asMarked()
      if (of === null) return
      const { count } = selection
      ask({ of: 'products' in of ? { products: of.products.map(({ id }) => id) } : of, count, name: null })
    },
    askFor: ({ id, name }: Pick<Product, 'id' | 'name'>): void =>
      ask({ of: { products: [id] }, count: 1, name: name.trim() === '' ? id : name }),
    /** Evenly to several, [] to nobody. What came of it is told as the last action (`useReviews`). */
    assign(to: readonly string[]): void {
      isOpen.value = false
      if (asked.value) void reviews.assign(connectionId, to, asked.value.of)
    }
  }
})
