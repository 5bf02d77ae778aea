import { onScopeDispose, ref, type Ref } from 'vue'
import type { Product } from '../../../../electron/contract/product'
import { call } from '../../../bridge'
import type { PressedMark } from './left-marks'
import type { useReviewSession } from './review-session'

/** A product that was on screen for less than this, ms, nobody has decided on. */
const glance = 100
/** A key that comes sooner than this, ms, after another product came on screen by itself was meant for the one before. */
const reaction = 500

/** The way back to a product whose mark was not taken, or was taken back. */
export function useTakenTo(session: ReturnType<typeof useReviewSession>): {
  /** Another product has just come on screen by itself: no key can be for that one yet. */
  wasTaken: Ref<boolean>
  takeTo: (press: Pick<PressedMark, 'products' | 'at'>) => void
  /** Back to the first of these products, where the queue has it; as it is now. null: there is none such anymore. */
  backTo: (ids: readonly [string, ...string[]]) => Promise<Product | null>
} {
  const wasTaken = ref(false)
  let timer: ReturnType<typeof setTimeout> | undefined
  onScopeDispose(() => clearTimeout(timer))

  function takeTo({ products: [product], at }: Pick<PressedMark, 'products' | 'at'>): void {
    if (session.cursor.current?.id === product.id || !session.goTo(product.id)) return
    if (performance.now() - at < glance) return
    wasTaken.value = true
    clearTimeout(timer)
    timer = setTimeout(() => (wasTaken.value = false), reaction)
  }

  async function backTo(ids: readonly [string, ...string[]]): Promise<Product | null> {
    const [id] = ids
    await session.reach(id)
    await session.changed(ids)
    const { current } = session.cursor
    if (current?.id === id) return current
    const answer = await call('products:of', { connectionId: session.connectionId, ids: [id] })
    return answer.ok ? (answer.value[0] ?? null) : null
  }

  return { wasTaken, takeTo, backTo }
}
