import { onScopeDispose, ref, type Ref } from 'vue'
import type { PressedMark } from './left-marks'
import type { useReviewSession } from './review-session'

/** A product that was on screen for less than this, ms, nobody has decided on. */
const glance = 100
/** A key that comes sooner than this, ms, after another product came on screen by itself was meant for the one before. */
const reaction = 500

/** The way back to a product whose mark was not taken. */
export function useTakenTo(session: ReturnType<typeof useReviewSession>): {
  /** Another product has just come on screen by itself: no key can be for that one yet. */
  wasTaken: Ref<boolean>
  takeTo: (press: Pick<PressedMark, 'products' | 'at'>) => void
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

  return { wasTaken, takeTo }
}
