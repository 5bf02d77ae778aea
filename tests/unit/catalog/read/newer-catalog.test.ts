import { beforeEach, describe, expect, it } from 'vitest'
import { fingerprintOf } from '../../../../electron/catalog/content-fingerprint'
import type { ReviewState } from '../../../../electron/contract/review-state'
import { testFolder } from '../../../support/folder'
import { fillCopy, idsOf, type FilledCopy } from '../support/filled-copy'

const before = { name: 'Lamp', price: 10, description: null, image: null }
const after = { ...before, price: 14 }
const [old, current] = [fingerprintOf(before), fingerprintOf(after)]
/** When things happen: what is later is a larger number. */
const [early, noon, late] = [1000, 2000, 3000]

let copy: FilledCopy
beforeEach(() => {
  copy = fillCopy([{ id: 'lamp', ...before }], testFolder())
  copy.decide(1)
})

/** The catalog is as it was read then. */
function readAt(at: number): void {
  copy.db.exec(`INSERT OR REPLACE INTO stretch VALUES (1, 1, ${at}, NULL)`)
}

/** What a list and a row say of the lamp, which must be the same. */
async function state(): Promise<ReviewState | undefined> {
  const row = (await copy.read()).items[0]?.review.state
  for (const read of [copy.read, copy.readAnew]) {
    const listed = await read({ filters: { review: row === undefined ? [] : [row] } })
    expect(idsOf(listed)).toEqual(['lamp'])
  }
  return row
}

function approve(by: string, seen: string, at: number, asOf?: number): void {
  const said = { by, mark: 'approved' as const, seen, at, ...(asOf === undefined ? {} : { asOf }) }
  const others = (copy.standings.of.get('lamp')?.marks ?? []).filter((mark) => mark.by !== by)
  copy.review('lamp', { mark: 'approved', seen, note: '', by, at })
  copy.say('lamp', { assignedTo: null, isDisputed: false, marks: [...others, said] })
}

describe('in a team, a product that a colleague has approved as it is in a newer catalog', () => {
  it('has not changed after that, until this catalog is read again', async () => {
    readAt(early)
    approve('Ana', current, late, noon)
    expect(await state()).toBe('approved')
    expect((await copy.read()).items[0]?.review).toMatchObject({ reviewer: 'Ana', reviewedAt: late })
    // What was approved never came here: the store has it otherwise.
    readAt(late)
    expect(await state()).toBe('changed')
    copy.change(1, after)
    expect(await state()).toBe('approved')
  })

  it('has changed where the colleague’s catalog was the older one, or it is not known how old it was', async () => {
    copy.change(1, after)
    readAt(noon)
    approve('Ana', old, late, early)
    expect(await state()).toBe('changed')
    approve('Ana', old, late)
    expect(await state()).toBe('changed')
  })

  it('stays approved when another approves what it was before', async () => {
    copy.change(1, after)
    readAt(noon)
    approve('Kim', current, noon, noon)
    approve('Ana', old, late, early)
    expect(await state()).toBe('approved')
    expect((await copy.read()).items[0]?.review).toMatchObject({ reviewer: 'Kim', reviewedAt: noon })
    copy.change(1, { price: 99 })
    expect(await state()).toBe('changed')
  })

  it('counts among the approvals that a team needs', async () => {
    copy.decide(2)
    readAt(early)
    approve('Ana', current, late, noon)
    expect(await state()).toBe('awaiting-you')
    approve('Kim', old, late, early)
    expect(await state()).toBe('approved')
  })
})
