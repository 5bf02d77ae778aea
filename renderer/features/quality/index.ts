// What other features may use. Quality checks and their findings.

export { default as BackLink } from './BackLink.vue'
export { default as FindingField } from './FindingField.vue'
export { type FindingFact, type FindingFactsMaker, useFindingFacts } from './finding-facts'
export { default as FindingsList } from './FindingsList.vue'
export { useFindings } from './findings'
export { useErrorCount } from './count-errors'
export { default as SeverityIcon } from './SeverityIcon.vue'
export { useQuality } from './quality-store'
export { twinRuleOf, useTwins } from './twins'
export { useRemarks } from './use-remarks'
export { useUnaudited } from './use-unaudited'
