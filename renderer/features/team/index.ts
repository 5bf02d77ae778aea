// What other features may use.

export { placeFailureMessage } from './team-messages'
