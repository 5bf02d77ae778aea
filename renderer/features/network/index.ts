// What other features may use. Proxy and certificate authorities.

export { default as NetworkSection } from './NetworkSection.vue'
