import { describe, expect, it } from 'vitest'
import { FoundedTeam } from './founded-team'
import { TestDevice } from './test-device'

/** Kim, who owns the team, has approved a lamp, as everybody knows. */
async function approvedLamp(): Promise<FoundedTeam> {
  const team = new FoundedTeam()
  team.kim.mark('lamp', 'approved')
  await team.exchange()
  return team
}

/** What everybody knows of what people say of the lamp, sorted; the same on all devices. */
function wordsOn(team: FoundedTeam): string[] {
  const [own, ...others] = team.all.map((device) =>
    device
      .standing('lamp')
      .marks.map(({ by, mark }) => `${by} ${mark}`)
      .sort()
  )
  for (const words of others) expect(words).toEqual(own)
  return own ?? []
}

/** Every log tells the last act on the lamp in these words, and of the same time. */
function expectToldAlike(team: FoundedTeam, told: string): void {
  for (const device of team.all) {
    expect(device.toldOf('lamp')[0]).toBe(told)
    expect(device.toldAt('lamp')).toBe(team.kim.toldAt('lamp'))
  }
}

const undo = (device: TestDevice) => (): void => device.undo()
const undoLatestOfAna =
  ({ kim }: FoundedTeam) =>
  (): void =>
    kim.undoOf('lamp', 'Ana')

describe('what an owner undoes of a colleague', () => {
  it('does not bring back a mark that the colleague had taken back', async () => {
    const team = await approvedLamp()
    const { ana } = team
    await team.inTurn(
      () => ana.mark('lamp', 'approved'),
      undo(ana),
      () => ana.mark('lamp', 'ignored')
    )
    expect(wordsOn(team)).toEqual(['Ana ignored', 'Kim approved'])
    await team.inTurn(undoLatestOfAna(team))
    expect(wordsOn(team)).toEqual(['Kim approved'])
    for (const device of team.all) {
      expect(device.approving('lamp')).toEqual(['Kim'])
      expect(device.decision('lamp')?.by).toBe('Kim')
    }
  })

  it('leaves nothing of a colleague who had taken back each of two marks', async () => {
    const team = await approvedLamp()
    const { ana } = team
    const ignore = (): void => ana.mark('lamp', 'ignored')
    await team.inTurn(() => ana.mark('lamp', 'approved'), undo(ana), ignore, undo(ana), ignore)
    await team.inTurn(undoLatestOfAna(team))
    expect(wordsOn(team)).toEqual(['Kim approved'])
  })

  it.each([
    ['before', '3 Lee: Ana approved, Lee ignored', '3 Lee: Lee ignored'],
    ['after', '3 Lee: Ana approved, Lee ignored', '3 Lee: Lee ignored'],
    ['never', '1 Ana: Ana approved', '0: ']
  ])('is theirs again by redo, where a third person has marked the product %s', async (when, there, gone) => {
    const team = new FoundedTeam()
    const { kim, ana, lee } = team
    const ignore = (): void => lee.mark('lamp', 'ignored')
    await team.inTurn(() => ana.mark('lamp', 'approved'))
    if (when === 'before') await team.inTurn(ignore)
    await team.inTurn(undoLatestOfAna(team))
    if (when === 'after') await team.inTurn(ignore)
    // Redo takes the undo back, and so on.
    for (const shown of [there, gone, there, gone]) {
      expect(team.shown()).toEqual(Array(3).fill(shown === there ? gone : there))
      await team.inTurn(() => kim.redo())
    }
    team.expectAlike()
    await team.inTurn(() => kim.redo())
    await team.inTurn(() => lee.mark('lamp', 'unreviewed'))
    expect(team.shown()).toEqual(Array(3).fill('1 Ana: Ana approved'))
    team.expectAlike()
  })

  it('is undone again by the key of Undo, which passes over nothing else', async () => {
    const team = await approvedLamp()
    const { kim, ana } = team
    await team.inTurn(
      () => kim.mark('chair', 'ignored'),
      () => ana.mark('lamp', 'ignored'),
      undoLatestOfAna(team),
      () => kim.redo()
    )
    expect(wordsOn(team)).toEqual(['Ana ignored', 'Kim approved'])
    await team.inTurn(undo(kim))
    expect(wordsOn(team)).toEqual(['Kim approved'])
    expect(kim.review('chair').markedBy).toBe('Kim')
    await team.inTurn(undo(kim))
    expect(kim.review('chair').mark).toBe(0)
    team.expectAlike()
  })

  it('is not theirs again by redo once they have said something else', async () => {
    const team = await approvedLamp()
    const { kim, ana } = team
    await team.inTurn(() => ana.mark('lamp', 'approved'), undoLatestOfAna(team))
    await team.inTurn(() => ana.mark('lamp', 'needs-work'))
    await team.inTurn(() => kim.redo())
    expect(wordsOn(team)).toEqual(['Ana needs-work', 'Kim approved'])
    team.expectAlike()
  })

  it('leaves taken back what the colleague took back, also among many acts of one exchange', async () => {
    const team = await approvedLamp()
    const { ana, kim } = team
    await team.inTurn(() => ana.mark('lamp', 'needs-work'))
    const many = Array.from({ length: 30 }, (_, at) => `chair ${at}`)
    await team.inTurn(() => {
      ana.undo()
      for (const product of many) ana.mark(product, 'ignored')
    })
    expect(wordsOn(team)).toEqual(['Kim approved'])
    await team.inTurn(() => kim.undoOf('chair 0', 'Ana'))
    expect(kim.decision('chair 0')?.mark).toBe(0)
    expect(wordsOn(team)).toEqual(['Kim approved'])
  })

  it('brings back a mark that the colleague had put back, and not the one that was on top of it', async () => {
    const team = await approvedLamp()
    const { ana } = team
    await team.inTurn(
      () => ana.mark('lamp', 'approved'),
      () => ana.mark('lamp', 'needs-work'),
      undo(ana),
      () => ana.mark('lamp', 'ignored'),
      undoLatestOfAna(team)
    )
    expect(wordsOn(team)).toEqual(['Ana approved', 'Kim approved'])
  })

  it('brings nothing back that an owner had undone, whoever undoes what came after it', async () => {
    const team = await approvedLamp()
    const { ana, kim, lee } = team
    await team.inTurn(
      () => ana.mark('lamp', 'approved'),
      undoLatestOfAna(team),
      () => ana.mark('lamp', 'ignored'),
      () => lee.mark('lamp', 'needs-work'),
      // Lee's mark stands: hers is given up alone.
      () => ana.undoOf('lamp', 'Ana')
    )
    expect(wordsOn(team)).toEqual(['Kim approved', 'Lee needs-work'])
    await team.inTurn(() => kim.undoOf('lamp', 'Lee'))
    expect(wordsOn(team)).toEqual(['Kim approved'])
  })

  it('is what they did at once, also where much came in one exchange', async () => {
    const team = await approvedLamp()
    const { kim, ana } = team
    await team.inTurn(() => {
      ana.mark('lamp', 'needs-work')
      team.time += 1000
      ana.mark('chair', 'ignored')
    })
    expect(kim.toldOf(null)).toEqual([
      'mark ignored, unreviewed before: Ana',
      'mark needs-work, approved (Kim) before: Ana',
      'mark approved, unreviewed before: Kim'
    ])
    await team.inTurn(undoLatestOfAna(team))
    expect(wordsOn(team)).toEqual(['Kim approved'])
    for (const device of team.all) expect(device.wordOf('Ana', 'chair')).toBe('ignored')
  })

  it('does not bring back a mark that was taken back and followed by another one before an exchange', async () => {
    const team = await approvedLamp()
    const { ana } = team
    await team.inTurn(
      () => ana.mark('lamp', 'approved'),
      () => {
        ana.undo()
        team.time += 1000
        ana.mark('lamp', 'ignored')
      },
      undoLatestOfAna(team)
    )
    expect(wordsOn(team)).toEqual(['Kim approved'])
    for (const device of team.all) expect(device.decision('lamp')?.by).toBe('Kim')
  })

  it('does not bring back a mark that the colleague had given up under somebody else’s', async () => {
    const team = await approvedLamp()
    const { ana, lee } = team
    await team.inTurn(
      () => ana.mark('lamp', 'approved'),
      () => lee.mark('lamp', 'needs-work'),
      () => ana.undoOf('lamp', 'Ana'),
      () => ana.mark('lamp', 'ignored'),
      undoLatestOfAna(team)
    )
    expect(wordsOn(team)).toEqual(['Kim approved', 'Lee needs-work'])
  })
})

describe('many products that a colleague marked at once', () => {
  it('are told with the mark that all of them got', async () => {
    const team = await approvedLamp()
    const { kim, ana, lee } = team
    await team.inTurn(() => ana.markAll(['lamp', 'chair', 'table'], 'ignored'))
    for (const device of [kim, lee]) expect(device.toldOf(null)[0]).toBe('mark ignored, null before: Ana')
  })

  it('are told by their number alone where they got more than one mark', async () => {
    const team = await approvedLamp()
    const { kim, ana } = team
    await team.inTurn(() => {
      ana.mark('table', 'ignored')
      ana.mark('chair', 'approved')
    })
    expect(kim.toldOf(null)[0]).toBe('null null, null before: Ana')
  })
})

describe('what a colleague took back', () => {
  it('is told as undone, and not as the mark of somebody else that holds again', async () => {
    const team = await approvedLamp()
    const { kim, ana, lee } = team
    await team.inTurn(() => ana.mark('lamp', 'needs-work'), undo(ana))
    const told = [
      'undo approved (Kim), needs-work before: Ana',
      'mark needs-work, approved (Kim) before: Ana',
      'mark approved, unreviewed before: Kim'
    ]
    for (const device of [kim, lee]) {
      expect(device.toldOf('lamp')).toEqual(told)
      expect(device.toldOf(null)).toEqual(told)
    }
    expect(ana.toldOf('lamp')).toEqual(told)
  })

  it('is told where it was their own mark that holds again, or none', async () => {
    const team = await approvedLamp()
    const { kim, ana } = team
    await team.inTurn(
      () => ana.mark('lamp', 'needs-work'),
      () => ana.mark('lamp', 'ignored'),
      undo(ana)
    )
    expect(kim.toldOf('lamp').slice(0, 2)).toEqual([
      'undo needs-work, ignored before: Ana',
      'mark ignored, needs-work before: Ana'
    ])
    await team.inTurn(() => ana.mark('chair', 'approved'), undo(ana))
    for (const device of team.all)
      expect(device.toldOf('chair')).toEqual([
        'undo unreviewed, approved before: Ana',
        'mark approved, unreviewed before: Ana'
      ])
  })

  it('is told with the mark where both came in one exchange', async () => {
    const team = await approvedLamp()
    const { kim, ana } = team
    await team.inTurn(() => {
      ana.mark('lamp', 'approved')
      team.time += 1000
      ana.undo()
    })
    expect(kim.toldOf('lamp')).toEqual([
      'undo approved (Kim), approved before: Ana',
      'mark approved, approved (Kim) before: Ana',
      'mark approved, unreviewed before: Kim'
    ])
  })

  it('is told where somebody else’s mark was the review all the time', async () => {
    const team = await approvedLamp()
    const { kim, ana, lee } = team
    await team.inTurn(
      () => ana.mark('lamp', 'needs-work'),
      () => lee.mark('lamp', 'ignored'),
      () => ana.undoOf('lamp', 'Ana')
    )
    for (const device of team.all) {
      expect(device.toldOf('lamp')[0]).toBe('undo ignored (Lee), needs-work before: Ana')
      expect(device.decision('lamp')?.by).toBe('Lee')
    }
    // It is told once, however often it comes.
    for (const device of [ana, lee]) device.publishAgain()
    await team.exchange()
    expect(kim.toldOf('lamp')).toHaveLength(4)
  })

  it('is told as an owner’s where an owner undid it, and did it again', async () => {
    const team = await approvedLamp()
    const { kim } = team
    await team.inTurn(() => team.ana.mark('lamp', 'needs-work'), undoLatestOfAna(team))
    expectToldAlike(team, 'undo approved, needs-work (Ana) before: Kim')
    await team.inTurn(() => kim.undoOf('lamp', 'Kim'))
    expectToldAlike(team, 'redo needs-work (Ana), approved before: Kim')
  })

  it('is told as an owner’s also where it is put back beneath a newer mark, once', async () => {
    const team = new FoundedTeam()
    const { kim, ana, lee } = team
    await team.inTurn(
      () => ana.mark('lamp', 'approved'),
      undoLatestOfAna(team),
      () => lee.mark('lamp', 'ignored'),
      () => kim.redo()
    )
    expect(wordsOn(team)).toEqual(['Ana approved', 'Lee ignored'])
    expectToldAlike(team, 'redo approved (Ana), ignored (Lee) before: Kim')
    for (const device of [kim, ana]) device.publishAgain()
    await team.exchange()
    for (const device of team.all) expect(device.toldOf('lamp')).toHaveLength(4)
    // It is Ana’s: it is taken back by hers.
    expect(() => lee.undoOf('lamp', 'Kim')).toThrow('there is nothing')
  })

  it('is told as done again where its author does it again, and where many were', async () => {
    const team = await approvedLamp()
    const { kim, ana, lee } = team
    await team.inTurn(
      () => ana.mark('lamp', 'needs-work'),
      undo(ana),
      () => ana.redo()
    )
    expectToldAlike(team, 'redo needs-work, approved (Kim) before: Ana')
    await team.inTurn(() => ana.markAll(['lamp', 'chair', 'table'], 'ignored'), undo(ana))
    for (const device of [kim, lee]) expect(device.toldOf(null)[0]).toBe('undo null, ignored before: Ana')
    await team.inTurn(() => ana.redo())
    for (const device of [kim, lee]) expect(device.toldOf(null)[0]).toBe('redo ignored, null before: Ana')
  })

  it('is one act, told alike everywhere, where an owner undid many marks that a colleague had set at once', async () => {
    const team = await approvedLamp()
    const { kim, ana, lee } = team
    await team.inTurn(
      () => lee.mark('table', 'needs-work'),
      () => ana.markAll(['lamp', 'chair', 'table', 'shelf'], 'ignored'),
      () => lee.mark('chair', 'approved'),
      () => kim.undoOf('shelf', 'Ana')
    )
    for (const device of team.all) {
      expect(device.toldOf(null)[0]).toBe('undo null, ignored (Ana) before: Kim')
      expect(device.toldOf('chair')[0]).toBe('undo approved (Lee), ignored (Ana) before: Kim')
    }
    await team.inTurn(() => kim.redo())
    for (const device of team.all) expect(device.toldOf(null)[0]).toBe('redo ignored (Ana), null before: Kim')
  })

  it('is no mark of theirs to a device that joins later and reads them first', async () => {
    const team = new FoundedTeam()
    const { kim, ana, lee } = team
    await team.inTurn(
      () => ana.mark('lamp', 'ignored'),
      () => lee.mark('lamp', 'needs-work'),
      () => ana.undoOf('lamp', 'Ana'),
      () => ana.publishAgain()
    )
    const bo = TestDevice.join('Bo', () => team.time, kim.team)
    await team.exchange(bo, bo)
    expect(bo.toldOf('lamp')).toContain('mark needs-work, unreviewed before: Lee')
    expect(bo.toldOf('lamp').filter((told) => told.endsWith('Ana'))).toEqual([])
    // An owner undoes it of whose it is.
    kim.say({ owner: { device: bo.device } })
    await team.exchange()
    await team.exchange(bo)
    bo.undoOf('lamp', 'Lee')
    await team.exchange(bo)
    await team.exchange()
    expect(wordsOn(team)).toEqual([])
  })
})

it('a note that its writer took back, and wrote again by redo, is told as that', async () => {
  const team = await approvedLamp()
  const { kim, ana, lee } = team
  await team.inTurn(() => ana.note('lamp', 'Crop it'), undo(ana))
  for (const device of [kim, lee]) expect(device.toldOf('lamp')[0]).toBe('undo , Crop it before: Ana')
  await team.inTurn(() => ana.redo())
  for (const device of [kim, lee]) expect(device.toldOf('lamp')[0]).toBe('redo Crop it,  before: Ana')
})
