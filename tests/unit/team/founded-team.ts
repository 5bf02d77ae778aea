import { expect } from 'vitest'
import type { Carrier } from '../../../electron/team/carriers/carrier'
import { FaultyPlace } from './faulty-carrier'
import { TestDevice } from './test-device'

/** A team that Kim has created, and so owns, with Ana and Lee. */
export class FoundedTeam {
  time = Date.UTC(2026, 4, 1)
  readonly carrier: Carrier
  readonly kim = TestDevice.join('Kim', () => this.time, null)
  readonly ana = TestDevice.join('Ana', () => this.time, this.kim.team)
  readonly lee = TestDevice.join('Lee', () => this.time, this.kim.team)
  readonly all = [this.kim, this.ana, this.lee]

  constructor(place = new FaultyPlace(() => 0.5)) {
    this.carrier = place.carrier()
  }

  /** In this order; when none are given, everybody until all have all. */
  async exchange(...devices: TestDevice[]): Promise<void> {
    const some = devices.length > 0 ? devices : [...this.all, ...this.all]
    for (const device of some) {
      this.time += 60_000
      await device.exchange(this.carrier)
    }
  }

  /** Does one thing after another, each of which everybody knows before the next. */
  async inTurn(...acts: (() => void)[]): Promise<void> {
    for (const act of acts) {
      this.time += 1000
      act()
      await this.exchange()
    }
  }

  /** What each device says that the lamp is, by whom unless it is unreviewed, and everybody’s mark on it: `2 Ana: Ana needs-work`. */
  shown(): string[] {
    return this.all.map((device) => {
      const { mark, markedBy } = device.review('lamp')
      const marks = device.standing('lamp').marks.map(({ by, mark: said }) => `${by} ${said}`)
      return `${mark === 0 ? 0 : `${mark} ${markedBy}`}: ${marks.toSorted().join(', ')}`
    })
  }

  /** All devices know the same. */
  expectAlike(): void {
    for (const device of this.all) expect(device.contents()).toEqual(this.kim.contents())
  }
}
