import { onScopeDispose, ref, type Ref } from 'vue'
import type { Product } from '../../../../electron/contract/product'
import { call } from '../../../bridge'
import type { PressedMark } from './left-marks'
import type { useReviewSession } from './review-session'

/** A product that was on screen for less than this, ms, nobody has decided on. */
const glance = 100
/**
 * A key that comes sooner than this, ms, after another product came on screen by itself was meant for the one before, and so is the next of
 * a hand that goes on without a pause as long.
 */
const reaction = 500

/** The first of some products. */
interface Back {
  /** As it is now; null: there is none such anymore. */
  product: Product | null
  /** It is the only one, and the queue does not have it. */
  isElsewhere: boolean
}

/** The way back to a product whose mark was not taken, or was taken back. */
export function useTakenTo(session: ReturnType<typeof useReviewSession>): {
  /** Another product has just come on screen by itself: no key can be for that one yet. */
  wasTaken: Ref<boolean>
  /** Whether a key that is pressed now is for none. */
  holds: () => boolean
  takeTo: (press: Pick<PressedMark, 'products' | 'at'>) => void
  /** Back to the first of these products, where the queue has it. */
  backTo: (ids: readonly string[]) => Promise<Back>
} {
  const wasTaken = ref(false)
  let timer: ReturnType<typeof setTimeout> | undefined
  onScopeDispose(() => clearTimeout(timer))

  function takeTo({ products: [product], at }: Pick<PressedMark, 'products' | 'at'>): void {
    if (session.cursor.current?.id === product.id || !session.goTo(product.id)) return
    if (performance.now() - at >= glance) hold()
  }

  function hold(): void {
    wasTaken.value = true
    clearTimeout(timer)
    timer = setTimeout(() => (wasTaken.value = false), reaction)
  }

  function holds(): boolean {
    if (wasTaken.value) hold()
    return wasTaken.value
  }

  async function backTo(ids: readonly string[]): Promise<Back> {
    const [id] = ids
    if (id === undefined) return { product: null, isElsewhere: false }
    await session.reach(id)
    await session.changed(ids)
    const { current, products } = session.cursor
    if (current?.id === id) return { product: current, isElsewhere: false }
    const isElsewhere = ids.length === 1 && !products.some((each) => each.id === id)
    const answer = await call('products:of', { connectionId: session.connectionId, ids: [id] })
    return { product: answer.ok ? (answer.value[0] ?? null) : null, isElsewhere }
  }

  return { wasTaken, holds, takeTo, backTo }
}
