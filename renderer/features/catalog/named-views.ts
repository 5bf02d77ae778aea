import { computed, ref, watch } from 'vue'
import type { Result } from '../../../electron/contract/failure'
import type { SavedView } from '../../../electron/contract/view'
import { isUnfiltered } from '../../../electron/contract/empty-query'
import { defineConnectionStore } from '../../shared/data/open-connection'
import { isSameQuery } from './filters'
import { useProducts } from './product-pages'
import { useView } from './view'

/** The named views of the connection that is open, and which of them the list came from. */
export const useNamedViews = defineConnectionStore(() => {
  const products = useProducts()
  const view = useView()
  const currentId = ref<string | null>(null)

  const current = computed(() => view.saved.find(({ id }) => id === currentId.value) ?? null)
  /** The list is not quite the current view's any more. */
  const isChanged = computed(
    () => current.value !== null && !isSameQuery(current.value.productQuery, products.productQuery)
  )

  // A list that is exactly a view's is that view, also after a restart; one without any narrowing is none.
  watch(
    [() => products.productQuery, () => view.saved, () => products.isOpen && view.isRead] as const,
    ([, , isOpen]) => {
      if (!isOpen || isUnfiltered(products.productQuery)) currentId.value = null
      else if (current.value === null) {
        const same = view.saved.find(({ productQuery }) => isSameQuery(productQuery, products.productQuery))
        currentId.value = same?.id ?? null
      }
    },
    { immediate: true }
  )

  /** Lists a view's products or, as `productQuery` has it, a part of them. */
  async function show(wish: SavedView, productQuery = wish.productQuery): Promise<void> {
    if (!view.isRead) await view.open()
    // Where the list is not on screen it opens as it was kept.
    view.keep({ ...productQuery, page: 1, scrollTop: 0 })
    if (!products.isOpen) return
    currentId.value = wish.id
    await products.narrow(productQuery)
  }

  /** Another place lists something else: what is changed from now on is not the view. */
  function leave(): void {
    currentId.value = null
  }

  /** Whether a name is taken by another view, in whatever case. */
  function isTaken(name: string, exceptId: string | null = null): boolean {
    const wish = name.trim().toLocaleLowerCase()
    return view.saved.some((each) => each.id !== exceptId && each.name.toLocaleLowerCase() === wish)
  }

  /** Keeps the list as it is under a name. */
  async function saveAs(name: string): Promise<Result<null>> {
    const { productQuery } = products
    const added = { id: crypto.randomUUID(), name: name.trim(), productQuery, watched: false }
    const answer = await view.saveNamed([...view.saved, added])
    if (answer.ok) currentId.value = added.id
    return answer
  }

  function change(id: string, changes: Partial<SavedView>): Promise<Result<null>> {
    return view.saveNamed(view.saved.map((each) => (each.id === id ? { ...each, ...changes } : each)))
  }

  return {
    current,
    isChanged,
    show,
    leave,
    isTaken,
    saveAs,
    rename: (id: string, name: string) => change(id, { name: name.trim() }),
    watch: (id: string, watched: boolean) => change(id, { watched }),
    /** Makes the list as it is now the view's. */
    update: (id: string) => change(id, { productQuery: products.productQuery }),
    /** Puts a view where another one stands, or behind the last. */
    move(id: string, to: number) {
      const moved = view.saved.filter((each) => each.id === id)
      const others = view.saved.filter((each) => each.id !== id)
      return view.saveNamed([...others.slice(0, to), ...moved, ...others.slice(to)])
    },
    remove: (id: string) => view.saveNamed(view.saved.filter((each) => each.id !== id))
  }
})
