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
}
