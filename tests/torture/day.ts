import { pick, seeded } from '../../scripts/demo-store/random'
import type { Desk } from './desk'

const marks = ['approved', 'needs-work', 'ignored', 'unreviewed'] as const
/** The last one keeps the reason that a product has. */
const reasons = [['picture'], ['Nobody has it'], [null], []] as const

/** Products that a day is about. */
export const products: readonly string[] = Array.from({ length: 300 }, (_, index) => `product-${index}`)

/**
 * Everything that a person does with reviews in a day, in an order that looks random and is the same for the same seed: marks with reasons, marks of
 * all products, notes, drafts, exceptions, undoing, backups, going back to one, closing and opening, removing the store and connecting it again, and merging.
 *
 * @param colleague a file that a colleague shared
 */
export function dayOf(seed: number, steps: number, colleague: string): ((desk: Desk) => Promise<void>)[] {
  const random = seeded(seed)
  const one = (): string => products[Math.floor(random() * products.length)] ?? ''
  return Array.from({ length: steps }, (_, step): ((desk: Desk) => Promise<void>) => {
    const [kind, product, mark, reason] = [random(), one(), pick(random, marks), pick(random, reasons)]
    if (kind < 0.25) return (desk) => desk.mark(mark, [product], ...reason)
    if (kind < 0.3) return (desk) => desk.draft(product, step % 4 === 0 ? null : `Draft ${step}`)
    if (kind < 0.35) return (desk) => desk.setException(product, step % 4 === 0 ? null : `Reason ${step}`)
    if (kind < 0.6) return (desk) => desk.note(product, `Note ${step} of ${product}`)
    if (kind < 0.7) return (desk) => desk.mark(mark, [...products], ...reason)
    if (kind < 0.8) return (desk) => desk.undo()
    if (kind < 0.85) return sleepAndBackUp
    if (kind < 0.88) return (desk) => desk.restore()
    if (kind < 0.92) return (desk) => desk.reopen()
    if (kind < 0.95) return (desk) => desk.removeAndConnect()
    return (desk) => desk.merge(colleague)
  })
}

function sleepAndBackUp(desk: Desk): Promise<void> {
  desk.sleep()
  return desk.backUp()
}
