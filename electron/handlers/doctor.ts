import { ok } from '../contract/failure'
import type { Doctor } from '../doctor/doctor'
import type { HandlersOf } from './handlers'

export function doctorHandlers({ doctor }: { doctor: Doctor }): HandlersOf<'doctor'> {
  return {
    'doctor:run': ({ connectionId }) => doctor.run(connectionId),
    'doctor:cancel': () => {
      doctor.cancel()
      return ok(null)
    }
  }
}
