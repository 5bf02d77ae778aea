import { forConnections, type HandlersOf } from '../contract/handlers'
import { createToday, type TodayDeps } from './summary'

/** Puts together what the page Today asks for. */
export function composeToday(deps: TodayDeps & { isKnown: (connectionId: string) => boolean }): {
  handlers: HandlersOf<'today'>
} {
  const summary = createToday(deps)
  const of = forConnections(deps.isKnown)
  return { handlers: { 'today:summary': of(({ connectionId }) => summary(connectionId)) } }
}
