import type { FunctionalComponent } from 'vue'

/** Renders its slot and nothing of its own. */
const Passthrough: FunctionalComponent = (_, { slots }) => slots.default?.()

export default Passthrough
