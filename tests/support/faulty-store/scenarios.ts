import { envelopeScenarios } from './envelope-scenarios'
import { fullForm, sendJson, type Scenario } from './exchange'
import { httpScenarios } from './http-scenarios'
import { itemScenarios } from './item-scenarios'
import { networkScenarios } from './network-scenarios'
import { refusalScenarios } from './refusal-scenarios'

const healthy: Scenario = {
  faults: [],
  checked: true,
  play: (exchange) => {
    const short = exchange.request.url?.startsWith('/api/landing/') === true
    if (short) envelopeScenarios['short-form'].play(exchange)
    else sendJson(exchange, fullForm(exchange))
  }
}

/** Everything that the store can be told to do, by name. */
export const scenarios = {
  /** No fault: the full form at `/api/public/products`, the short one at `/api/landing/public/products`. */
  healthy,
  ...networkScenarios,
  ...httpScenarios,
  ...refusalScenarios,
  ...envelopeScenarios,
  ...itemScenarios
} satisfies Record<string, Scenario>

export type ScenarioName = keyof typeof scenarios
export const scenarioNames = Object.keys(scenarios) as ScenarioName[]
