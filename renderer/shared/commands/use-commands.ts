import { onScopeDispose } from 'vue'
import { useCommandRegistry, type CommandActions, type Offer } from './registry'

/** Says what commands do while the component, or whatever scope this is called in, is there. */
export function useCommands(actions: CommandActions): void {
  onScopeDispose(useCommandRegistry().add(actions))
}

/** Offers what is a person's own (stores, views) while the scope is there; read anew whenever it changes. */
export function useOffers(source: () => readonly Offer[]): void {
  onScopeDispose(useCommandRegistry().offer(source))
}
