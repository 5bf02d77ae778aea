import { cpSync } from 'node:fs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { reviewMarks, type ReviewMark } from '../../../electron/contract/review-state'
import { testFolder } from '../../support/folder'
import { tries } from '../../support/property-tries'
import { Side } from './open-side'

type Step =
  | { do: 'mark'; mark: ReviewMark; reason: string | null | undefined; products: string[] }
  | { do: 'note'; product: string; note: string }
  | { do: 'undo'; back: number | null }
  | { do: 'crash' | 'close' }

interface Said {
  mark: ReviewMark
  reason: string | null
  note: string
}

/** A mark with its reason, or a note. */
interface Value {
  value: string
  reason?: string | null
}

/** What one entry did to one product: the mark or the note, as values of their own so that equal ones are told apart. */
interface Did {
  product: string
  part: 'mark' | 'note'
  before: object
  after: object
}

/** The same, naively: each thing that was ever said is an object; undoing puts the object before back if the later one is still there. */
class Model {
  readonly #now = new Map<string, Value>()
  readonly #entries: { did: Did[]; undoneBy: number | null; undoes: number | null }[] = []

  mark(mark: ReviewMark, wish: string | null | undefined, products: string[]): void {
    const changes = [...new Set(products)].flatMap((product) => {
      const before = this.said(product)
      const reason = mark === 'needs-work' ? (wish === undefined ? before.reason : wish) : null
      const isSame = before.mark === mark && before.reason === reason
      return isSame ? [] : [{ product, part: 'mark' as const, value: { value: mark, reason } }]
    })
    this.#write(changes)
  }

  note(product: string, note: string): void {
    if (this.said(product).note !== note) this.#write([{ product, part: 'note', value: { value: note } }])
  }

  /** `back`: which entry, counted from the last; null: as by a key. */
  undo(back: number | null): void {
    const numbers = this.#entries.map((_, index) => index)
    const wanted =
      back === null
        ? numbers.findLast((n) => this.#entries[n]?.undoes === null && this.#canUndo(n))
        : numbers.at(-1 - back)
    const entry = wanted === undefined ? undefined : this.#entries[wanted]
    if (entry === undefined || wanted === undefined || !this.#canUndo(wanted)) return
    const open = entry.did.filter((did) => this.#holds(did))
    this.#write(open.map(({ product, part, before }) => ({ product, part, value: before as Value })))
    entry.undoneBy = this.#entries.length - 1
    const last = this.#entries.at(-1)
    if (last) last.undoes = wanted
    const again = entry.undoes === null ? undefined : this.#entries[entry.undoes]
    if (again) again.undoneBy = null
  }

  said(product: string): Said {
    return {
      mark: this.#get(product, 'mark').value as ReviewMark,
      reason: this.#get(product, 'mark').reason ?? null,
      note: this.#get(product, 'note').value
    }
  }

  count(): number {
    return this.#entries.length
  }

  readonly #never = { mark: { value: 'unreviewed' }, note: { value: '' } }

  #get(product: string, part: 'mark' | 'note'): Value {
    return this.#now.get(`${part} ${product}`) ?? this.#never[part]
  }

  #holds({ product, part, after }: Did): boolean {
    return this.#get(product, part) === after
  }

  #canUndo(number: number): boolean {
    const entry = this.#entries[number]
    return entry?.undoneBy === null && entry.did.some((did) => this.#holds(did))
  }

  #write(changes: { product: string; part: 'mark' | 'note'; value: Value }[]): void {
    if (changes.length === 0) return
    const did = changes.map(({ product, part, value }) => {
      const before = this.#get(product, part)
      this.#now.set(`${part} ${product}`, value)
      return { product, part, before, after: value }
    })
    this.#entries.push({ did, undoneBy: null, undoes: null })
  }
}

const names = ['a', 'b', 'c']
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('mark' as const),
    mark: fc.constantFrom(...reviewMarks),
    reason: fc.constantFrom(undefined, null, 'price', 'Too dark'),
    products: fc.subarray(names, { minLength: 1 })
  }),
  fc.record({
    do: fc.constant('note' as const),
    product: fc.constantFrom(...names),
    note: fc.constantFrom('', 'one', 'two')
  }),
  fc.record({ do: fc.constant('undo' as const), back: fc.option(fc.nat(6)) }),
  fc.record({ do: fc.constantFrom('crash' as const, 'close' as const) })
)

function play(steps: Step[]): void {
  let side = new Side(testFolder())
  const model = new Model()
  side.open()
  const log = (): { number: number; canUndo: boolean }[] => {
    const answer = side.ask('log', { product: null, before: null, limit: 200 })
    return answer.ok ? answer.value : []
  }
  for (const next of steps) {
    if (next.do === 'mark') {
      side.markFor(next.reason, next.mark, ...next.products)
      model.mark(next.mark, next.reason, next.products)
    } else if (next.do === 'note') {
      side.note(next.product, next.note)
      model.note(next.product, next.note)
    } else if (next.do === 'undo') {
      const entry = next.back === null ? null : (log()[next.back]?.number ?? 1_000_000)
      side.ask('undo', { entry, by: 'Ada', at: ++side.at })
      model.undo(next.back)
    } else if (next.do === 'close') {
      side.close()
      side.open()
    } else {
      // What lies on the disk at this moment is all that is left.
      const folder = testFolder()
      cpSync(side.folder, folder, { recursive: true })
      const at = side.at
      side = new Side(folder)
      side.at = at
      side.open()
    }
    for (const name of names) {
      const { mark, markReason: reason, note } = side.review(name)
      expect({ mark: reviewMarks[mark], reason, note }).toEqual(model.said(name))
    }
    expect(log()).toHaveLength(model.count())
  }
}

it('any marks, notes, undos and crashes leave what a naive model says', () => {
  fc.assert(fc.property(fc.array(step, { minLength: 1, maxLength: 25 }), play), { numRuns: tries(40) })
})
