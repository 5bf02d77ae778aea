// What other features may use. What changed in the catalog.

export { default as HistoryPicture } from './HistoryPicture.vue'
export { default as PriceChange } from './PriceChange.vue'
export { default as ProductTimeline } from './ProductTimeline.vue'
export { default as WordDiff } from './WordDiff.vue'
